//! What people are told of the files that they send, in the language of the place; the model is told the same in English.

use serde_json::json;

use super::house::House;

crate::trials![what_became_of_files_is_told_in_the_language_of_the_guild, what_became_of_files_stands_above_a_draft];

/// Mara sends a file that can be read, one that cannot, and one that is gone already.
fn send(house: &House) -> u64 {
    let fake = &house.fake;
    let note = fake.attach("note.txt", "text/plain", b"The boat is called Albatross.");
    let tool = fake.attach("tool.txt", "text/plain", b"MZ\x90\0\x03\0\0\0");
    let mut gone = fake.attach("gone.txt", "text/plain", b"x");
    gone["url"] = json!(format!("{}/attachments/1/2/gone.txt", fake.url()));
    let content = format!("<@{}> here", fake.bot());
    fake.post(fake.mara(), fake.general(), json!({"content": content, "attachments": [note, tool, gone]}))
}

async fn what_became_of_files_is_told_in_the_language_of_the_guild() {
    let [german, japanese, english] = [
        "note.txt gelesen: 1 Seite, Dokument 1.\n\
         tool.txt nicht gelesen. Das ist eine Binärdatei, und gelesen werden nur PDF, Text, Markdown, HTML, CSV, TSV und \
         Quellcode.\n\
         gone.txt nicht gelesen. Sie ist nicht mehr in Discord: Schick sie noch einmal.\n\nA boat!",
        "note.txtを読みました：1ページ、ドキュメント1。\n\
         tool.txtは読めませんでした。バイナリファイルです。読めるのはPDF、テキスト、Markdown、HTML、CSV、TSV、ソースコードだけです。\n\
         gone.txtは読めませんでした。もうDiscordにありません。もう一度送ってください。\n\nA boat!",
        "Read note.txt: 1 page, document 1.\n\
         Did not read tool.txt. It is a binary file, and only PDF, text, Markdown, HTML, CSV, TSV and source code can be \
         read.\n\
         Did not read gone.txt. It is no longer in Discord: send it again.\n\nA boat!",
    ];
    for (locale, told) in [("de", german), ("ja", japanese), ("en-US", english)] {
        let house = House::open().await;
        house.fake.set_guild_locale(house.fake.guild(), locale);
        house.model.reply("A boat!");
        send(&house);
        house.says(&[told]).await;
        let prompt = house.model.last_request().prompt();
        assert!(prompt.contains("Not read. It is a binary file, and only PDF, text,"), "{prompt}");
        assert!(prompt.contains("Not read. It is no longer in Discord: send it again."), "{prompt}");
        house.close().await;
    }
}

async fn what_became_of_files_stands_above_a_draft() {
    let house = House::open().await;
    house.fake.set_guild_locale(house.fake.guild(), "de");
    house.model.calls(vec![("conversation_search", json!({"query": "boat"}))]);
    let gate = house.tells(&["A boat is called Albatross. It", " sails."]);
    send(&house);
    let draft = house.sees(|shown| shown.text().ends_with("A boat is called Albatross. It ▌")).await;
    assert!(draft.text().starts_with("note.txt gelesen: 1 Seite, Dokument 1.\n"), "{}", draft.text());
    gate.open();
    house.sees(|shown| shown.text().ends_with("A boat is called Albatross. It sails.")).await;
    house.close().await;
}
