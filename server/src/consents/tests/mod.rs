mod issue;
mod standing;
mod templates;
