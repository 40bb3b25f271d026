//! The report as one HTML page.

use crate::View;

pub(crate) fn render(view: &View) -> String {
    format!("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Equipoise {}</title></head></html>\n", view.format)
}
