//! Whoever is answered for the first time is told that what they say is stored.

use keepsake::settings::Change;

use super::house::House;

crate::trials![the_first_answer_comes_with_a_notice_and_no_other, a_program_is_not_told];

const NOTICE: &str = "-# What you say to me is stored, so that I can remember it. `/privacy` shows you what, hands it out, \
    removes it, or opts you out.";

async fn the_first_answer_comes_with_a_notice_and_no_other() {
    let house = House::open().await;
    let ada = house.fake.new_user("Ada");
    house.fake.join(house.fake.guild(), ada);
    for answer in ["Hello.", "Hello again."] {
        house.model.reply(answer);
        house.fake.mention(ada, house.fake.general(), "hello");
        house.sees(|shown| shown.text() == answer).await;
    }
    house.says(&["Hello.", NOTICE, "Hello again."]).await;
    house.close().await;
}

async fn a_program_is_not_told() {
    let house = House::open().await;
    house.set(Change::Bots(Some(true))).await;
    let (bot, ada) = (house.fake.new_bot("Other"), house.fake.new_user("Ada"));
    house.fake.join(house.fake.guild(), ada);
    for (who, answer) in [(bot, "Hello, bot."), (ada, "Hello, Ada.")] {
        house.model.reply(answer);
        house.fake.mention(who, house.fake.general(), "hello");
        house.sees(|shown| shown.text() == answer).await;
        house.idle().await;
    }
    house.says(&["Hello, bot.", "Hello, Ada.", NOTICE]).await;
    house.close().await;
}
