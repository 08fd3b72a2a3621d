//! The words of imports of clients.

use super::words;

words! {
    /// The state of an import.
    pub enum ImportState {
        /// The file is being uploaded in parts.
        Uploading = "uploading",
        Reading = "reading",
        /// The file cannot be read. It can be read again with other settings.
        Unreadable = "unreadable",
        /// A person is matching the columns.
        Matching = "matching",
        Checking = "checking",
        /// The problems and duplicates are known.
        Checked = "checked",
        Importing = "importing",
        Imported = "imported",
        /// Cancelled before any row was imported.
        Cancelled = "cancelled",
        Undoing = "undoing",
        Undone = "undone",
    }

    /// The encoding of a file's text.
    pub enum ImportEncoding {
        Utf8 = "utf-8",
        Utf16 = "utf-16",
        Windows1252 = "windows-1252",
    }

    /// The order of day, month and year in a date written with numbers.
    pub enum DateOrder {
        Mdy = "mdy",
        Dmy = "dmy",
        Ymd = "ymd",
    }

    /// Which rows are imported.
    pub enum ImportScope {
        /// All rows, or none.
        All = "all",
        /// The rows without a problem.
        Good = "good",
    }

    /// How to import a row about a person who may already have a record.
    pub enum ImportChoice {
        Skip = "skip",
        Add = "add",
        /// The row's values fill the empty fields of the existing record.
        Fill = "fill",
    }

    /// Why undoing an import keeps a patient.
    pub enum ImportKept {
        Changed = "changed",
        Merged = "merged",
        Records = "records",
    }

    /// The content of a column of the file.
    pub enum ImportField {
        FirstName = "first_name",
        LastName = "last_name",
        /// First and last name in one column. The import separates them.
        FullName = "full_name",
        PreferredName = "preferred_name",
        Pronouns = "pronouns",
        Email = "email",
        Phone = "phone",
        BirthDate = "birth_date",
        Street = "street",
        /// The second line of the street, which the import appends to the first.
        Street2 = "street2",
        City = "city",
        State = "state",
        PostalCode = "postal_code",
        EmergencyName = "emergency_name",
        EmergencyRelation = "emergency_relation",
        EmergencyPhone = "emergency_phone",
        GuardianName = "guardian_name",
        GuardianRelation = "guardian_relation",
        ReferralSource = "referral_source",
        MayEmail = "may_email",
        MayText = "may_text",
        MayCall = "may_call",
        MayMarket = "may_market",
        /// Becomes a note in the record.
        Note = "note",
    }
}
