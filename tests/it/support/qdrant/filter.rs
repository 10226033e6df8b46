//! Which points a filter means.

use qdrant_client::qdrant::condition::ConditionOneOf;
use qdrant_client::qdrant::r#match::MatchValue;
use qdrant_client::qdrant::value::Kind;
use qdrant_client::qdrant::{Condition, DatetimeRange, FieldCondition, Filter, Timestamp, Value};
use uuid::Uuid;

use super::Stored;
use super::points::uuid_of;

/// Whether everything that `filter` means has one value in `field`.
pub(super) fn holds_to(filter: &Filter, field: &str) -> bool {
    filter.must.iter().any(|condition| match &condition.condition_one_of {
        Some(ConditionOneOf::Field(FieldCondition { key, r#match: Some(value), .. })) => {
            key == field && matches!(value.match_value, Some(MatchValue::Keyword(_)))
        }
        _ => false,
    })
}

/// Whether `filter` means that point.
///
/// # Errors
/// It holds something that is not known here.
pub(super) fn matches(filter: &Filter, id: Uuid, point: &Stored) -> Result<bool, String> {
    if filter.min_should.is_some() {
        return Err("a filter with min_should".into());
    }
    let hits = |conditions: &[Condition]| -> Result<Vec<bool>, String> {
        conditions.iter().map(|condition| holds(condition, id, point)).collect()
    };
    let (must, should, must_not) = (hits(&filter.must)?, hits(&filter.should)?, hits(&filter.must_not)?);
    let some = should.is_empty() || should.contains(&true);
    Ok(some && !must.contains(&false) && !must_not.contains(&true))
}

fn holds(condition: &Condition, id: Uuid, point: &Stored) -> Result<bool, String> {
    match &condition.condition_one_of {
        Some(ConditionOneOf::Field(field)) => field_holds(field, point),
        Some(ConditionOneOf::Filter(inner)) => matches(inner, id, point),
        Some(ConditionOneOf::HasId(ids)) => Ok(ids.has_id.iter().any(|one| uuid_of(Some(one)) == Some(id))),
        other => Err(format!("a condition that is not known here: {other:?}")),
    }
}

fn field_holds(condition: &FieldCondition, point: &Stored) -> Result<bool, String> {
    let values = words(point.payload.get(&condition.key));
    let known = FieldCondition {
        key: condition.key.clone(),
        r#match: condition.r#match.clone(),
        datetime_range: condition.datetime_range,
        ..Default::default()
    };
    if *condition != known {
        return Err(format!("a condition on a field that is not known here: {condition:?}"));
    }
    match (&condition.r#match, &condition.datetime_range) {
        (Some(wanted), None) => match &wanted.match_value {
            Some(MatchValue::Keyword(word)) => Ok(values.contains(&word.as_str())),
            Some(MatchValue::Keywords(any)) => Ok(any.strings.iter().any(|word| values.contains(&word.as_str()))),
            other => Err(format!("a match that is not known here: {other:?}")),
        },
        (None, Some(range)) => Ok(values.iter().any(|text| within(text, range))),
        _ => Err(format!("a condition on a field that says nothing: {condition:?}")),
    }
}

fn words(value: Option<&Value>) -> Vec<&str> {
    match value.and_then(|value| value.kind.as_ref()) {
        Some(Kind::StringValue(text)) => vec![text],
        Some(Kind::ListValue(list)) => list.values.iter().flat_map(|one| words(Some(one))).collect(),
        _ => Vec::new(),
    }
}

/// Times are compared to the microsecond, as the real one does.
fn within(text: &str, range: &DatetimeRange) -> bool {
    let Ok(at) = chrono::DateTime::parse_from_rfc3339(text) else { return false };
    let at = at.timestamp_micros();
    let micros = |end: &Timestamp| end.seconds * 1_000_000 + i64::from(end.nanos) / 1_000;
    range.gte.as_ref().is_none_or(|end| at >= micros(end))
        && range.gt.as_ref().is_none_or(|end| at > micros(end))
        && range.lte.as_ref().is_none_or(|end| at <= micros(end))
        && range.lt.as_ref().is_none_or(|end| at < micros(end))
}
