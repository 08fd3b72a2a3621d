//! The words of imports of clients.

use super::words;

words! {
    /// How far an import is.
    pub enum ImportState {
        /// The file is sent in parts.
        Uploading = "uploading",
        Reading = "reading",
        /// The file cannot be read; it can be read again in another way.
        Unreadable = "unreadable",
        /// The columns are being matched by a person.
        Matching = "matching",
        Checking = "checking",
        /// The problems and duplicates are known.
        Checked = "checked",
        Importing = "importing",
        Imported = "imported",
        /// Given up before anything was brought in.
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

    /// Which rows are brought in.
    pub enum ImportScope {
        /// All of them, or none.
        All = "all",
        /// Those without a problem.
        Good = "good",
    }

    /// What happens to a row about somebody who may be there already.
    pub enum ImportChoice {
        Skip = "skip",
        Add = "add",
        /// The empty fields of the record that is there take the row's values.
        Fill = "fill",
    }

    /// Why undoing an import keeps a patient.
    pub enum ImportKept {
        Changed = "changed",
        Merged = "merged",
        Records = "records",
    }

    /// What a column of the file holds.
    pub enum ImportField {
        FirstName = "first_name",
        LastName = "last_name",
        /// First and last name in one, which are parted.
        FullName = "full_name",
        PreferredName = "preferred_name",
        Pronouns = "pronouns",
        Email = "email",
        Phone = "phone",
        BirthDate = "birth_date",
        Street = "street",
        /// The second line of the street, which is added to the first.
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
