//! To be written.
use super::{SharedLedger, StoreError};
/// Opens the ledger.
pub async fn open(url: &str) -> Result<SharedLedger, StoreError> {
    let _ = url;
    unimplemented!()
}
