//! Whoever is answered for the first time is told that what they say is stored.

use super::house::House;

crate::trials![the_first_answer_comes_with_a_notice_and_no_other];

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
