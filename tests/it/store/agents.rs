use keepsake::memory::{Actor, AgentKey, EditKind, EditTarget, Label, PersonId};
use keepsake::store::AgentSeed;

use super::plant::{at, dm, seed};
use super::{Home, contract};

contract![
    a_new_agent_has_its_persona_and_the_edit_that_made_it,
    an_agent_that_exists_is_left_as_it_is,
    every_kind_of_place_has_an_agent_of_its_own,
    the_database_is_described_by_name_and_version,
];

async fn a_new_agent_has_its_persona_and_the_edit_that_made_it(home: Home) {
    let agent = home.ledger.open_agent(&dm(1), &seed(), at(3)).await.expect("it opens");
    assert_eq!((agent.key.clone(), agent.created_at), (dm(1), at(3)));
    let core = home.ledger.core(&agent.scope()).await.expect("core");
    let [persona] = core.blocks.as_slice() else { panic!("one block, not {:?}", core.blocks) };
    assert_eq!((persona.label, persona.value.as_str(), persona.limit), (Label::Persona, "I am helpful.", 2_000));
    assert_eq!((persona.version, persona.name.as_ref(), persona.updated_at), (1, None, at(3)));
    let edits = home.ledger.list_edits(&agent.scope(), None, 0, 10).await.expect("edits");
    let [edit] = edits.items.as_slice() else { panic!("one edit, not {:?}", edits.items) };
    assert_eq!(
        (edit.kind, edit.actor, &edit.target),
        (EditKind::Create, Actor::System, &EditTarget::Block(Label::Persona))
    );
    assert_eq!((edit.before.as_str(), edit.after.as_str(), edit.expected_version), ("", "I am helpful.", 0));
    assert_eq!((edit.turn, edit.cause, edit.at), (None, None, at(3)));
}

async fn an_agent_that_exists_is_left_as_it_is(home: Home) {
    let first = home.agent(&dm(1)).await;
    let other = AgentSeed { persona: "Somebody else.".into(), ..seed() };
    let again = home.ledger.open_agent(&dm(1), &other, at(99)).await.expect("it opens");
    assert_eq!(again, first);
    assert_eq!(home.block(&first, Label::Persona).await, ("I am helpful.".to_owned(), 1));
    assert_eq!(home.ledger.count_agents().await.expect("a count"), 1);
}

async fn every_kind_of_place_has_an_agent_of_its_own(home: Home) {
    let huge = PersonId(u64::MAX);
    let keys = [
        AgentKey::Dm(huge),
        AgentKey::Channel(5),
        AgentKey::Thread(5),
        AgentKey::Member { guild: 5, person: huge },
        AgentKey::Terminal("größe_1".into()),
    ];
    for key in &keys {
        assert_eq!(home.ledger.find_agent(key).await.expect("a look"), None);
        let agent = home.agent(key).await;
        assert_eq!(home.ledger.find_agent(key).await.expect("a look"), Some(agent));
    }
    assert_eq!(home.ledger.count_agents().await.expect("a count"), keys.len() as u64);
}

async fn the_database_is_described_by_name_and_version(home: Home) {
    let agent = home.agent(&dm(1)).await;
    home.talk(&agent, 1, "one", "two").await;
    home.agent(&dm(2)).await;
    let text = home.ledger.describe().await.expect("a description");
    let name = if home.url.starts_with("sqlite") { "SQLite 3." } else { "PostgreSQL " };
    assert!(text.starts_with(name) && text.ends_with(", 2 agents, 2 messages"), "{text}");
}
