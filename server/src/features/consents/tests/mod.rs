mod issue;
mod opened;
mod status;
mod templates;
