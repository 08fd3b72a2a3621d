mod issue;
mod opened;
mod standing;
mod templates;
