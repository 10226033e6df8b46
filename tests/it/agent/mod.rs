//! What an agent does with messages, through the whole app.

mod carry;
mod changes;
mod compaction;
mod degraded;
mod embedders;
mod faults;
mod feedback;
mod history;
mod languages;
mod limits;
mod load;
mod memory;
mod models;
mod outage;
mod pairs;
mod prompt;
mod reminders;
mod rights;
mod same_ranking;
mod senses;
mod sequences;
mod summaries;
mod tending;
mod turns;

pub fn trials() -> Vec<libtest_mimic::Trial> {
    let mut trials = memory::trials();
    trials.extend(history::trials());
    trials.extend(carry::trials());
    trials.extend(languages::trials());
    trials.extend(turns::trials());
    trials.extend(outage::trials());
    trials.extend(load::trials());
    trials.extend(faults::trials());
    trials.extend(compaction::trials());
    trials.extend(tending::trials());
    trials.extend(reminders::trials());
    trials.extend(feedback::trials());
    trials.extend(changes::trials());
    trials.extend(embedders::trials());
    trials.extend(degraded::trials());
    trials.extend(pairs::trials());
    trials.extend(prompt::trials());
    trials.extend(limits::trials());
    trials.extend(rights::trials());
    trials.extend(same_ranking::trials());
    trials.extend(senses::trials());
    trials.extend(sequences::trials());
    trials.extend(summaries::trials());
    trials.extend(models::trials());
    trials
}
