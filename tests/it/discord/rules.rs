//! The fake itself: each of its rules refuses a request that breaks it. A rule that lets everything pass proves nothing.

use serde_json::{Value, json};

use crate::support::discord::{FakeDiscord, Id};

crate::trials![
    messages_are_checked,
    embeds_are_checked,
    components_are_checked,
    commands_are_checked,
    forms_are_checked,
    interactions_are_answered_once_and_in_time,
    discords_description_is_checked,
    tokens_are_checked,
    a_broken_rule_fails_the_test,
];

struct Client {
    http: reqwest::Client,
    fake: FakeDiscord,
}

impl Client {
    async fn new() -> Self {
        Self { http: reqwest::Client::new(), fake: FakeDiscord::start().await }
    }

    async fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.fake.url());
        let method = method.parse().expect("a method");
        let request = self.http.request(method, url).header("authorization", format!("Bot {}", self.fake.token()));
        let response = request.json(body).send().await.expect("an answer");
        (response.status().as_u16(), response.json().await.unwrap_or(Value::Null))
    }

    /// The body must be refused, for a reason that says `why`.
    async fn refused(&self, method: &str, path: &str, body: Value, why: &str) {
        let (status, answer) = self.send(method, path, &body).await;
        let violations = self.fake.take_violations();
        assert!((400..500).contains(&status), "{why}: {status} {answer}");
        assert!(violations.iter().any(|violation| violation.contains(why)), "`{why}` not in {violations:?}");
    }

    async fn fine(&self, method: &str, path: &str, body: Value) -> Value {
        let (status, answer) = self.send(method, path, &body).await;
        assert!(status < 300, "{status} {answer}");
        assert_eq!(self.fake.take_violations(), Vec::<String>::new());
        answer
    }

    fn messages(&self) -> String {
        format!("/channels/{}/messages", self.fake.general())
    }
}

fn message(change: Value) -> Value {
    let mut body = json!({"content": "hi", "allowed_mentions": {"parse": []}});
    for (name, value) in change.as_object().cloned().unwrap_or_default() {
        body[name] = value;
    }
    body
}

async fn messages_are_checked() {
    let client = Client::new().await;
    let path = client.messages();
    client.fine("POST", &path, message(json!({"content": "é".repeat(2_000)}))).await;
    client.refused("POST", &path, message(json!({"content": "é".repeat(2_001)})), "content").await;
    client.refused("POST", &path, message(json!({"content": "  \n"})), "an empty message").await;
    client.refused("POST", &path, message(json!({"nonce": "x".repeat(26)})), "nonce").await;
    client.refused("POST", &path, json!({"content": "hi"}), "allowed_mentions").await;
    client.refused("POST", &path, message(json!({"allowed_mentions": {"parse": ["users"]}})), "allowed_mentions").await;
    let ping =
        |text: &str, users: Value| message(json!({"content": text, "allowed_mentions": {"parse": [], "users": users}}));
    client.fine("POST", &path, ping("⏰ <@5> tea", json!(["5"]))).await;
    for (text, users) in [("<@5> tea", json!(["5"])), ("⏰ <@6> tea", json!(["5"])), ("⏰ <@5> tea", json!(["5", "6"]))]
    {
        client.refused("POST", &path, ping(text, users), "allowed_mentions").await;
    }
    client.refused("POST", &path, message(json!({"message_reference": {"message_id": "5"}})), "Unknown message").await;
    client
        .fine("POST", &path, message(json!({"message_reference": {"message_id": "5", "fail_if_not_exists": false}})))
        .await;
    let first = client.fine("POST", &path, message(json!({"nonce": "n", "enforce_nonce": true}))).await;
    let again = client.fine("POST", &path, message(json!({"nonce": "n", "enforce_nonce": true}))).await;
    assert_eq!(first["id"], again["id"]);
    let own = format!("{path}/{}", first["id"].as_str().unwrap_or_default());
    client.fine("PATCH", &own, message(json!({"content": "changed"}))).await;
    client.refused("PATCH", &own, json!({"content": "changed"}), "allowed_mentions").await;
    let refused = if FakeDiscord::has_description() { 400 } else { 204 };
    assert_eq!(client.send("DELETE", &own, &Value::Null).await.0, refused, "a body where none belongs");
    client.fake.take_violations();
}

async fn embeds_are_checked() {
    let client = Client::new().await;
    let path = client.messages();
    let cases = [
        (json!([{"title": "x".repeat(257)}]), "title"),
        (json!([{"description": "x".repeat(4_097)}]), "description"),
        (json!([{"title": "t", "footer": {"text": "x".repeat(2_049)}}]), "footer"),
        (json!([{"title": "t", "author": {"name": "x".repeat(257)}}]), "author"),
        (json!([{"fields": vec![json!({"name": "n", "value": "v"}); 26]}]), "fields"),
        (json!([{"fields": [{"name": "x".repeat(257), "value": "v"}]}]), "name"),
        (json!([{"fields": [{"name": "n", "value": "x".repeat(1_025)}]}]), "value"),
        (json!([{"fields": [{"name": "n", "value": " "}]}]), "field value: empty"),
        (json!([{"description": "x".repeat(4_000)}, {"description": "x".repeat(2_001)}]), "at most 6000"),
        (Value::from(vec![json!({"title": "t"}); 11]), "embeds"),
        (json!([{}]), "an empty embed"),
    ];
    for (embeds, why) in cases {
        client.refused("POST", &path, message(json!({"embeds": embeds})), why).await;
    }
    client.fine("POST", &path, json!({"embeds": vec![json!({"title": "t"}); 10]})).await;
}

fn button(id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "Go", "custom_id": id})
}

async fn components_are_checked() {
    let client = Client::new().await;
    let path = client.messages();
    let row = |buttons: Vec<Value>| json!([{"type": 1, "components": buttons}]);
    let six: Vec<Value> = (0..6).map(|n| button(&n.to_string())).collect();
    let rows: Vec<Value> = (0..6).map(|n| json!({"type": 1, "components": [button(&n.to_string())]})).collect();
    client.fine("POST", &path, message(json!({"components": row(six[..5].to_vec())}))).await;
    client.refused("POST", &path, message(json!({"components": row(six)})), "components").await;
    client.refused("POST", &path, message(json!({"components": rows})), "components").await;
    client
        .refused("POST", &path, message(json!({"components": row(vec![button("a"), button("a")])})), "stands twice")
        .await;
    client
        .refused("POST", &path, message(json!({"components": row(vec![button(&"x".repeat(101))])})), "custom_id")
        .await;
    client.refused("POST", &path, message(json!({"components": row(vec![button("")])})), "custom_id").await;
}

async fn commands_are_checked() {
    let client = Client::new().await;
    let path = format!("/applications/{}/commands", client.fake.bot());
    let command = |name: &str, options: Value| json!({"name": name, "description": "d", "options": options});
    let option = |name: &str, kind: u64, required: bool| json!({"name": name, "description": "d", "type": kind, "required": required});
    client
        .fine("PUT", &path, json!([command("ask", json!([option("what", 3, true), option("page", 4, false)]))]))
        .await;
    let cases = [
        (json!([command("Ask", json!([]))]), "cannot be a name"),
        (json!([command("two words", json!([]))]), "cannot be a name"),
        (json!([command(&"x".repeat(33), json!([]))]), "name"),
        (json!([{"name": "ask", "description": ""}]), "description"),
        (json!([{"name": "ask", "description": "d".repeat(101)}]), "description"),
        (json!([command("ask", json!([])), command("ask", json!([]))]), "stands twice"),
        (json!([command("ask", json!([option("a", 3, false), option("b", 3, true)]))]), "required option behind"),
        (json!([command("ask", json!([option("a", 1, false), option("b", 3, true)]))]), "side by side"),
        (Value::from((0..101).map(|n| command(&format!("c{n}"), json!([]))).collect::<Vec<_>>()), "100"),
    ];
    for (body, why) in cases {
        client.refused("PUT", &path, body, why).await;
    }
    let deep = json!([{"name": "a", "description": "d", "type": 1, "options": [{"name": "b", "description": "d", "type": 1}]}]);
    client.refused("PUT", &path, json!([command("ask", deep)]), "").await;
}

/// A fresh interaction of Mara's: its id and callback path.
async fn pressed(client: &Client) -> (Id, String, String) {
    let path = format!("/applications/{}/commands", client.fake.bot());
    client.fine("PUT", &path, json!([{"name": "ask", "description": "d"}])).await;
    let id = client.fake.slash(client.fake.mara(), client.fake.general(), "ask", "", json!({})).0;
    let token = format!("interaction-token-{id}");
    (id, format!("/interactions/{id}/{token}/callback"), format!("/webhooks/{}/{token}", client.fake.bot()))
}

async fn forms_are_checked() {
    let client = Client::new().await;
    let input = |change: Value| {
        let mut input = json!({"type": 4, "style": 2, "label": "Text", "custom_id": "text"});
        for (name, value) in change.as_object().cloned().unwrap_or_default() {
            input[name] = value;
        }
        json!({"type": 1, "components": [input]})
    };
    let form =
        |rows: Vec<Value>| json!({"type": 9, "data": {"custom_id": "form", "title": "Form", "components": rows}});
    let (_, callback, _) = pressed(&client).await;
    client.refused("POST", &callback, form(Vec::new()), "").await;
    client
        .refused("POST", &callback, form((0..6).map(|n| input(json!({"custom_id": n.to_string()}))).collect()), "")
        .await;
    client.refused("POST", &callback, form(vec![input(json!({"value": "x".repeat(4_001)}))]), "value").await;
    client
        .refused(
            "POST",
            &callback,
            form(vec![input(json!({"max_length": 10, "value": "x".repeat(11)}))]),
            "input value",
        )
        .await;
    client.refused("POST", &callback, form(vec![input(json!({"label": "x".repeat(46)}))]), "label").await;
    client.fine("POST", &callback, form(vec![input(json!({"value": "x".repeat(4_000)}))])).await;
}

async fn interactions_are_answered_once_and_in_time() {
    let client = Client::new().await;
    let (_, callback, follow) = pressed(&client).await;
    let hi = message(json!({}));
    client.refused("POST", &follow, hi.clone(), "before the first answer").await;
    client.refused("POST", &callback, json!({"type": 7, "data": hi}), "does not fit").await;
    client.fine("POST", &callback, json!({"type": 5, "data": {"flags": 64}})).await;
    client.refused("POST", &callback, json!({"type": 4, "data": hi}), "answered twice").await;
    let first = client.fine("POST", &follow, hi.clone()).await;
    assert_eq!(first["flags"], 64, "the first message behind a deferred answer is as visible as that");
    let second = client.fine("POST", &follow, hi.clone()).await;
    assert_eq!(second["flags"], 0);
    client.fine("PATCH", &format!("{follow}/messages/@original"), hi.clone()).await;
    let (_, late, _) = pressed(&client).await;
    client
        .fake
        .wait("shorter patience", |state| {
            state.life = std::time::Duration::ZERO;
            Some(())
        })
        .await;
    client.refused("POST", &late, json!({"type": 4, "data": hi}), "answered after").await;
}

async fn discords_description_is_checked() {
    let client = Client::new().await;
    client.refused("POST", "/channels/1/nonsense", json!({}), "").await;
    let path = client.messages();
    let (status, _) = client.send("POST", &path, &message(json!({"embeds": "none", "tts": 7}))).await;
    let violations = client.fake.take_violations();
    // Without the description only our own rules are checked, and those know no types.
    assert_eq!(
        (status, violations.is_empty()),
        if FakeDiscord::has_description() { (400, false) } else { (200, true) }
    );
}

async fn tokens_are_checked() {
    let client = Client::new().await;
    let url = format!("{}/api/v10/users/@me", client.fake.url());
    let response = client.http.get(url).header("authorization", "Bot wrong").send().await.expect("an answer");
    assert_eq!(response.status(), 401);
}

async fn a_broken_rule_fails_the_test() {
    let client = Client::new().await;
    client.send("POST", &client.messages(), &json!({"content": ""})).await;
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| client.fake.assert_clean()));
    assert!(failed.is_err());
    client.fake.take_violations();
}
