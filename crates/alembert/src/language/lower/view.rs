//! Lines of `view`: shapes, placed by expressions.

use alembert_mechanics::rotation::Rotation;

use super::Builder;
use super::quantity::Quantity;
use crate::language::model::{Shape, ShapePart};
use crate::language::syntax::{Expr, ExprKind, ViewLine, ViewPart};

impl Builder<'_> {
    pub(super) fn view(&mut self) -> Vec<Shape> {
        let file = self.file;
        file.view.iter().map(|line| self.shape(line)).collect()
    }

    fn shape(&mut self, line: &ViewLine) -> Shape {
        let parts = line.parts.iter().map(|part| self.shape_part(part)).collect();
        Shape { text: line.text.clone(), parts, span: line.span }
    }

    fn shape_part(&mut self, part: &ViewPart) -> ShapePart {
        let mut lowered =
            ShapePart { word: part.word.clone(), values: Vec::new(), names: Vec::new() };
        for value in &part.values {
            match (name(value), part.is_word()) {
                (Some(name), true) => {
                    let entries = self.values.rotation(name).map(Rotation::entries);
                    lowered.values.extend(entries.into_iter().flatten().flatten());
                    lowered.names.push(name.to_owned());
                }
                _ => lowered.values.extend(Quantity::components(&self.quantity(value))),
            }
        }
        lowered
    }
}

fn name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
