mod issue;
mod link;
mod opened;
mod status;
mod templates;
