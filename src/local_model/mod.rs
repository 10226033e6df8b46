pub struct LocalModel(crate::config::LlmConfig);
impl LocalModel {
    pub fn config(&self) -> &crate::config::LlmConfig {
        &self.0
    }
}
pub async fn find_or_start(_: &std::path::Path, _: impl Fn(&str)) -> anyhow::Result<LocalModel> {
    todo!()
}
