//! Finds by its name what a column holds, as a person would.

use std::collections::HashSet;

use entity::words::{DateOrder, ImportField};

use crate::features::patients::folded;

/// What columns are called, the better name first: of a mobile phone and one at home, the mobile phone is taken.
const NAMES: &[(ImportField, &[&str])] = &[
    (ImportField::FirstName, &["firstname", "legalfirstname", "givenname", "fname", "first", "forename"]),
    (ImportField::LastName, &["lastname", "legallastname", "surname", "familyname", "lname", "last"]),
    (ImportField::PreferredName, &["preferredname", "preferredfirstname", "nickname", "goesby", "chosenname"]),
    (ImportField::Pronouns, &["pronouns", "preferredpronouns", "pronoun"]),
    (ImportField::Email, &["email", "emailaddress", "clientemail", "patientemail", "primaryemail", "mail"]),
    (
        ImportField::Phone,
        &[
            "mobilephone",
            "mobile",
            "cellphone",
            "cell",
            "mobilenumber",
            "mobilephonenumber",
            "cellphonenumber",
            "phone",
            "phonenumber",
            "primaryphone",
            "telephone",
            "homephone",
            "dayphone",
            "daytimephone",
            "nightphone",
            "workphone",
        ],
    ),
    (ImportField::BirthDate, &["dateofbirth", "dob", "birthdate", "birthday", "bday", "born"]),
    (
        ImportField::Street,
        &[
            "streetaddress",
            "address1",
            "addressline1",
            "street",
            "street1",
            "streetaddress1",
            "address",
            "mailingaddress",
        ],
    ),
    (
        ImportField::Street2,
        &["address2", "addressline2", "street2", "streetaddress2", "apt", "unit", "suite", "aptsuite"],
    ),
    (ImportField::City, &["city", "town", "suburb"]),
    (ImportField::State, &["state", "province", "stateprovince", "region"]),
    (ImportField::PostalCode, &["zip", "zipcode", "postalcode", "postal", "postcode", "zippostalcode", "zippostal"]),
    (
        ImportField::EmergencyName,
        &["emergencycontact", "emergencycontactname", "emergencyname", "contactincaseofemergency"],
    ),
    (
        ImportField::EmergencyRelation,
        &["emergencycontactrelationship", "emergencycontactrelation", "emergencyrelation", "emergencyrelationship"],
    ),
    (
        ImportField::EmergencyPhone,
        &["emergencycontactphone", "emergencyphone", "emergencycontactnumber", "emergencycontactphonenumber"],
    ),
    (ImportField::GuardianName, &["guardian", "guardianname", "parent", "parentguardian", "parentguardianname"]),
    (ImportField::GuardianRelation, &["guardianrelation", "guardianrelationship", "relationshiptopatient"]),
    (
        ImportField::ReferralSource,
        &[
            "referralsource",
            "referredby",
            // As Vagaro spells it.
            "referedby",
            "referral",
            "howdidyouhearaboutus",
            "source",
            "leadsource",
            "howheard",
        ],
    ),
    (
        ImportField::MayEmail,
        &["emailreminders", "emailnotifications", "allowemail", "emailconsent", "receiveemail", "emailoptin"],
    ),
    (
        ImportField::MayText,
        &[
            "textreminders",
            "smsreminders",
            "smsnotifications",
            "allowsms",
            "allowtext",
            "smsconsent",
            "smsoptin",
            "textoptin",
        ],
    ),
    (ImportField::MayCall, &["allowcalls", "callconsent", "phonereminders"]),
    (
        ImportField::MayMarket,
        &[
            "marketingemails",
            "marketingemailoptin",
            "emailsubscriptionstatus",
            "emailmarketing",
            "marketingoptin",
            "marketing",
            "marketingconsent",
            "acceptsmarketing",
            "emailsubscribed",
            "receivemarketing",
            "promotionalemails",
        ],
    ),
    (
        ImportField::Note,
        &["notes", "note", "clientnotes", "patientnotes", "comments", "comment", "customernotes", "memo"],
    ),
    // Only where there are no two columns for it.
    (
        ImportField::FullName,
        &["fullname", "name", "clientname", "patientname", "customername", "client", "patient", "guestname"],
    ),
];

/// What each column holds by its name; a field is found once at most.
pub fn by_name(columns: &[String]) -> Vec<Option<ImportField>> {
    let plain: Vec<String> =
        columns.iter().map(|name| folded(name).chars().filter(|letter| letter.is_alphanumeric()).collect()).collect();
    let mut found = vec![None; columns.len()];
    let mut fields = HashSet::new();
    for (field, names) in NAMES {
        let has_both = fields.contains(&ImportField::FirstName) && fields.contains(&ImportField::LastName);
        if *field == ImportField::FullName && has_both {
            continue;
        }
        let free = |place: &usize| found[*place].is_none();
        let place = names.iter().find_map(|name| plain.iter().position(|column| column == name).filter(free));
        if let Some(place) = place {
            found[place] = Some(*field);
            fields.insert(*field);
        }
    }
    found
}

/// The order of day and month that fits all of these dates; month first where both do, as is usual in the United States.
pub fn date_order<'a>(dates: impl Iterator<Item = &'a str>) -> DateOrder {
    let mut day_first = false;
    for date in dates.filter(|date| !date.is_empty()) {
        let numbers: Vec<u32> =
            date.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        match numbers.as_slice() {
            [first, ..] if *first > 31 => return DateOrder::Ymd,
            [_, second, ..] if *second > 12 => return DateOrder::Mdy,
            [first, ..] if *first > 12 => day_first = true,
            _ => {}
        }
    }
    if day_first { DateOrder::Dmy } else { DateOrder::Mdy }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(columns: &[&str]) -> Vec<Option<ImportField>> {
        by_name(&columns.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_column_is_found_however_its_name_is_written() {
        use ImportField::{BirthDate, Email, FirstName, LastName};
        for name in ["First Name", "first_name", "FIRSTNAME", "First-name ", "firstName"] {
            assert_eq!(found(&[name]), [Some(FirstName)], "{name}");
        }
        assert_eq!(
            found(&["DOB", "E-mail", "Surname", "Total spent"]),
            [Some(BirthDate), Some(Email), Some(LastName), None]
        );
    }

    #[test]
    fn of_several_phones_the_mobile_one_is_taken() {
        assert_eq!(found(&["Home Phone", "Mobile Phone", "Work Phone"]), [None, Some(ImportField::Phone), None]);
        assert_eq!(found(&["Home Phone", "Work Phone"]), [Some(ImportField::Phone), None]);
    }

    #[test]
    fn a_full_name_is_taken_only_without_the_two_names() {
        assert_eq!(found(&["Client", "Email"]), [Some(ImportField::FullName), Some(ImportField::Email)]);
        assert_eq!(found(&["Client Name", "First Name", "Last Name"])[0], None);
    }

    #[test]
    fn the_order_of_a_date_is_the_one_that_fits_all() {
        let order = |dates: &[&str]| date_order(dates.iter().copied());
        assert_eq!(order(&["03/04/1985", "3/14/1985"]), DateOrder::Mdy);
        assert_eq!(order(&["03/04/1985", "14/3/1985"]), DateOrder::Dmy);
        assert_eq!(order(&["1985-03-14"]), DateOrder::Ymd);
        assert_eq!(order(&["03/04/1985", ""]), DateOrder::Mdy);
        assert_eq!(order(&[]), DateOrder::Mdy);
    }
}
