//! Finds the field of a column by its name, as a person would.

use std::collections::HashSet;

use entity::words::ImportField;

use base::names::folded;

/// The names of columns, the better name first: a mobile phone is preferred to one at home.
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
            // Vagaro's spelling.
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
    // Only if there are no two columns for it.
    (
        ImportField::FullName,
        &["fullname", "name", "clientname", "patientname", "customername", "client", "patient", "guestname"],
    ),
];

/// The field of each column by its name; each field is found at most once.
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
}
