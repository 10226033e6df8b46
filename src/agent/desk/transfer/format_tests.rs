use super::*;

fn now() -> Moment {
    Moment::from_timestamp(1_790_000_000, 0).expect("a moment")
}

fn file(part: usize, items: &[Item], last: bool) -> Vec<u8> {
    let lines: Vec<String> = items.iter().map(|item| serde_json::to_string(item).expect("JSON")).collect();
    format!("{}\n{}{}", head("dm:1", now(), now(), part), lines.join(",\n"), end(last)).into_bytes()
}

fn passage(number: i64, text: &str) -> Item {
    Item::Passage(PassageItem {
        number,
        text: text.into(),
        tags: vec!["a".into()],
        by: Actor::Model,
        created_at: now(),
        valid_from: now(),
        superseded: None,
    })
}

fn dated_passage(created_at: Moment) -> Item {
    let Item::Passage(passage) = passage(1, "p") else { panic!("a passage") };
    Item::Passage(PassageItem { created_at, ..passage })
}

fn said(text: &str, at: Moment) -> Item {
    let person = Person { id: PersonId(7), name: "Mara".into() };
    let body = BodyItem::Person { person, text: text.into(), attachments: Vec::new(), quote: None };
    Item::Message(MessageItem { at, source: None, body })
}

fn why(files: &[Vec<u8>]) -> String {
    Archive::read(files, now()).expect_err("it is refused").0
}

#[test]
fn files_of_one_export_are_read_in_any_order() {
    let (one, two) = (file(1, &[said("one", now())], false), file(2, &[said("two", now()), passage(1, "p")], true));
    let archive = Archive::read(&[two, one], now()).expect("it is read");
    let texts: Vec<Body> = archive.messages.into_iter().map(|message| message.body.into()).collect();
    assert_eq!(texts.iter().map(Body::text).collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!((archive.agent.as_str(), archive.passages.len()), ("dm:1", 1));
}

#[test]
fn what_is_wrong_is_said_with_where_it_is() {
    let later = now() + chrono::TimeDelta::days(1);
    let whole = file(1, &[passage(1, "p")], true);
    let cases = [
        why(&[]),
        why(&[b"{}".to_vec()]),
        why(&[b"\xff\xd8".to_vec()]),
        why(&[String::from_utf8(whole.clone()).expect("text").replace("export\":1", "export\":9").into_bytes()]),
        why(&[whole.clone(), whole.clone()]),
        why(&[file(1, &[], false)]),
        why(&[file(2, &[], true)]),
        why(&[file(1, &[passage(1, "p"), passage(2, " ")], true)]),
        why(&[file(1, &[passage(1, "p"), passage(1, "q")], true)]),
        why(&[file(1, &[passage(1, &"x".repeat(8_001))], true)]),
        why(&[file(1, &[said("soon", later)], true)]),
        why(&[file(1, &[said("in no time", Moment::MIN_UTC)], true)]),
        why(&[file(1, &[dated_passage(Moment::MIN_UTC)], true)]),
        why(&[file(1, &[dated_passage(later)], true)]),
        why(&[String::from_utf8(whole).expect("text").replace("\"number\":1", "\"number\":\"one\"").into_bytes()]),
        why(&[file(
            1,
            &[Item::Chunk(ChunkItem { document: 3, page: 1, headings: "".into(), text: "t".into() })],
            true,
        )]),
    ];
    insta::assert_snapshot!("wrong_files", cases.join("\n"));
}
