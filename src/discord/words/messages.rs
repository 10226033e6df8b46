//! The name of every message with the variables that it takes. A new sentence is a line here and one in each `.ftl` file.

use fluent_bundle::FluentValue;

use super::Lang;

macro_rules! messages {
    ($($name:ident $(($($variable:ident: $kind:ty),+))?;)+) => {
        impl Lang {
            $(
                pub fn $name(self $($(, $variable: $kind)+)?) -> String {
                    self.say(stringify!($name), &[$($((stringify!($variable), FluentValue::from($variable))),+)?])
                }
            )+
        }

        /// Each message and its variables.
        #[cfg(test)]
        pub(super) const MESSAGES: &[(&str, &[&str])] =
            &[$((stringify!($name), &[$($(stringify!($variable)),+)?])),+];
    };
}

messages! {
    help;

    confirm;
    cancel;
    not_yours;
    question_over;
    expired;
    kept;
    working;
    reset_core;
    reset_archival(held: &str);
    reset_history(messages: &str);
    reset_all(held: &str, messages: &str);
    taken_away(what: &str);
    nothing_taken_away;
    removal(number: i64, name: &str, pages: &str);
    removed(number: i64, name: &str);
    import_asks(what: &str, known: u64);
    import_confirm;
    import_cancel;
    import_working;
    import_kept;
    import_expired;
    import_nothing;
    imported(what: &str);

    reset_needs;
    docs_needs;
    persona_needs;
    undo_needs;
    memory_needs;
    forget_needs;
    export_needs;

    messages(count: u64);
    passages(count: u64);
    archived(count: u64);
    documents(count: u64);
    pages(count: u64);
    blocks_back(count: u64);
    recorded_changes(count: u64);
    blocks_rewritten(count: u64);
    both(one: &str, other: &str);

    memory_title;
    held(messages: &str, archived: &str, since: &str);
    held_with_documents(messages: &str, archived: &str, documents: &str, since: &str);
    fill;
    version(number: i64);
    empty_block;
    persona_block;
    human_block(name: &str);
    archive;
    search_of_message;
    no_memory;

    search_title(query: &str);
    document_place(name: &str, number: i64, page: u32);
    me;
    nothing_found;
    inexact;
    open_link;
    score(percent: u64);
    choose_found;
    delete_choice(number: i64, text: &str);
    forget_choice(who: &str, text: &str);
    list_old;
    page_back;
    page_on;
    no_page(page: u64, pages: u64, total: u64);
    page_of_found(page: u64, pages: u64, total: u64);
    page_of_all(page: u64, pages: u64, total: u64);
    next_page(page: u64);
    docs_title;
    no_documents;
    no_document(number: i64);

    reminders_title;
    no_reminders;
    every_day(time: &str);
    every_workday(time: &str);
    every_week(day: &str, time: &str);
    reminder_set(number: &str, when: &str, text: &str);
    reminder_cancelled(number: &str, text: &str);
    reminder_paused(reason: &str);
    reminder_late(when: &str);
    reminder_time(why: &str, now: &str, zone: &str);
    time_unreadable;
    time_past;
    time_far;
    reminder_text(most: u64);
    reminders_of_person(most: u64);
    reminders_here(most: u64);
    no_reminder(number: &str);
    reminder_needs;

    thread_opened(thread: &str);
    thread_with;
    thread_without;
    thread_not_here;
    thread_not_in_such;
    thread_nameless;
    thread_needs;
    thread_missing(missing: &str);
    thread_private;

    undo;
    edit_button;
    history_button;
    restore_button;
    history_title;
    no_changes;
    choose_change;
    why;
    learned;
    hidden;
    tended(facts: u64);
    more_changes(count: u64, names: &str);
    done_by(done: &str, who: &str);
    created;
    extended;
    changed;
    rewritten;
    reset;
    taken_back;
    restored;
    no_longer_true;
    true_again;
    taken_out;
    put_back;
    by_me;
    by_person;
    by_me_quietly;
    by_program;
    undo_gone;
    undo_changed;
    undo_beginning;
    undo_already;
    undo_conflict(lines: &str);
    line_gone(line: &str);

    persona_title;

    edit_title(title: &str);
    edit_label;
    edit_part(number: u64, count: u64);
    no_block;
    block_changed;
    block_same;
    block_too_long_for_form;
    block_too_long(limit: usize, would: usize, over: usize);
    block_empty;
    not_saved;
    stands_now;
    restore_same;
    nothing_to_undo;

    no_passage(number: i64);
    passage_empty;
    passage_too_long(over: u64);
    tag_too_long(limit: u64);
    too_many_tags(limit: u64);
    menu_remember;
    menu_forget;
    menu_why;
    remember_title;
    remember_label;
    tags_label;
    forgotten;
    forget_unknown;
    no_turn;
    why_title;
    why_blocks;
    why_edits;
    why_footer(steps: u64, calls: u64, trace: &str);

    ctx_title;
    ctx_instructions;
    ctx_tools;
    ctx_persona;
    ctx_people;
    ctx_summary;
    ctx_queue;
    ctx_newest;
    ctx_answer;
    ctx_free;
    ctx_left(warning: u64, eviction: u64);
    ctx_warned(eviction: u64);
    ctx_footer(percent: u64, window: u64);
    ctx_alt(percent: u64, parts: &str);

    exported(files: u64);
    import_wrong(why: &str);
    file_refused(name: &str, why: &str);
    file_too_large(kilobytes: u64);
    not_text;

    file_begun(name: &str);
    file_read(name: &str, pages: &str, number: i64);
    file_not_read(name: &str, why: &str);
    refused_kind;
    refused_binary;
    refused_empty;
    refused_no_pdf;
    refused_no_text;
    refused_scan;
    refused_locked;
    refused_damaged_pdf;
    refused_damaged_pages;
    refused_html(why: &str);
    refused_memory;
    refused_slow(seconds: u64);
    refused_out_of_order;
    refused_bytes(bytes: u64, most: u64);
    refused_pages(pages: u64, most: u64);
    refused_chars(most: u64, pages: u64);
    refused_full(most: u64);
    refused_too_large(most: u64);
    refused_gone;
    refused_not_fetched;
    refused_foreign;
    refused_no_files;

    with_trace(sentence: &str, trace: &str);
    failed;
    not_taken_in;
    slow;
    unreadable(cause: &str);
    model_silent;
    lost_in_memory;
    model_busy;
    too_much_to_read;
    model_refuses;
    model_away;
    model_slow;
    model_unclear;
    broken_inside;

    settings_of_guild;
    settings_of_channel;
    settings_legend;
    settings_need_guild;
    settings_need_channel;
    pick_setting;
    audit_button;
    back_button;
    clear_button;
    change_button;
    audit_title;
    audit_empty;
    audit_total(count: u64);
    everywhere;
    not_set;
    none_set;
    on;
    off;
    everybody;
    all_but(allowed: &str, denied: &str);
    usual_model;
    for_good;
    days(count: u64);
    set_heard;
    set_triggers;
    set_keywords;
    set_bots;
    set_access;
    set_display;
    set_agents;
    set_apart;
    set_quiet;
    set_zone;
    set_model;
    set_retention;
    set_budgets;
    about_heard;
    about_triggers;
    about_keywords;
    about_bots;
    about_access;
    about_display;
    about_agents;
    about_apart;
    about_quiet;
    about_zone;
    about_model;
    about_retention;
    about_budgets;
    trigger_mention;
    trigger_reply;
    trigger_thread;
    trigger_always;
    trigger_keyword;
    display_full;
    display_compact;
    display_reaction;
    display_off;
    agents_channel;
    agents_member;
    allow_roles;
    allow_people;
    deny_roles;
    deny_people;
    budget_person_messages(most: u64);
    budget_person_tokens(most: u64);
    budget_guild_messages(most: u64);
    budget_guild_tokens(most: u64);
    label_keywords;
    label_zone;
    label_retention;
    label_from;
    label_to;
    label_person_messages;
    label_person_tokens;
    label_guild_messages;
    label_guild_tokens;
    no_number(text: &str);
    no_zone(text: &str);
    no_clock(text: &str);
    bad_keywords;
    bad_names;
    bad_quiet;
    bad_model(name: &str);
    bad_retention;
    bad_triggers;
    model_answers(name: &str);
    model_from_here;
    model_from_channel(channel: &str);
    model_from_server;
    model_is_usual;
    model_gone(name: &str);
    model_choose(names: &str);
    model_alone;

    bad_card(why: &str);
    card_neither;
    card_picture;
    card_no_character;
    card_unreadable;
    card_empty;
    card_too_large;
    card_taken(name: &str);
    card_cut(limit: usize);
    card_instructions;
    card_lore(count: u64);

    doctor_title;
    doctor_heard;
    doctor_not_heard;
    doctor_permitted;
    doctor_not_permitted;
    doctor_permissions;
    doctor_missing(names: &str);
    doctor_content;
    doctor_no_content;
    doctor_triggers(triggers: &str);
    doctor_dm;
    doctor_ignored(link: &str, why: &str);
    doctor_not_ignored(link: &str);
    doctor_no_number;
    doctor_no_message;
    ignored_own;
    ignored_bot;
    ignored_webhook;
    ignored_system;
    ignored_not_addressed;
    ignored_everyone;
    ignored_switched_off;
    ignored_not_permitted;
    ignored_bot_loop;
    ignored_unreadable;
    ignored_cannot_answer(missing: &str);

    stopped;
    stop_button;
    stop_done;
    stop_nothing;
    stop_not_yours;
    automod;
    not_showable;
    no_embeds;
    in_file;
    memory_line(changes: &str);
}
