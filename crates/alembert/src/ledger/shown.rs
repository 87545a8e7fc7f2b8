//! What the models of the papers show: the equations that their lines name.

use crate::language::{self, read};

use super::models::keys;
use super::{PAPER_MODELS, PAPERS, Paper, PaperModel};

impl PaperModel {
    /// The paper whose name its name begins with.
    #[must_use]
    pub fn paper(&self) -> Option<&'static Paper> {
        PAPERS.iter().find(|paper| {
            self.name.strip_prefix(paper.name).is_some_and(|rest| rest.starts_with('-'))
        })
    }

    /// The keys of the rows that its lines name, in the order of the paper.
    ///
    /// ```
    /// use alembert::ledger::PaperModel;
    /// let model = PaperModel::named("lemos-naive").unwrap();
    /// assert_eq!(model.equations(), ["(6)"]);
    /// ```
    #[must_use]
    pub fn equations(&self) -> Vec<String> {
        let source = language::Source::new(self.file_name(), self.text);
        let Some(model) = read(&source).model else { return Vec::new() };
        let lines = model.expect.iter().chain(&model.reject);
        let named: Vec<String> = lines.flat_map(|line| keys(&source, line.span)).collect();
        let rows = self.paper().and_then(|paper| super::rows(paper).ok()).unwrap_or_default();
        rows.into_iter().map(|row| row.key).filter(|key| named.contains(key)).collect()
    }
}

impl Paper {
    /// The models of this paper, by name.
    pub fn models(&self) -> impl Iterator<Item = &'static PaperModel> {
        let name = self.name;
        PAPER_MODELS.iter().filter(move |model| model.paper().is_some_and(|p| p.name == name))
    }
}
