//! Tests which permissions each role and an owner hold.

use sea_orm::Iterable;

use super::{Access, Grants, MATRIX, Role, matrix::read};

fn grants(role: Role) -> Grants {
    Grants { role, is_owner: false }
}

/// Permissions that depend only on the role, even for an owner.
const CLINICAL: [&str; 14] = [
    "adverse_event.acknowledge",
    "adverse_event.create",
    "emergency.assess",
    "gfe.create",
    "gfe.read",
    "gfe.sign",
    "gfe.void",
    "patient.clinical.read",
    "patient.clinical.write",
    "protocol.sign",
    "treatment.approve",
    "treatment.create",
    "treatment.list",
    "treatment.void",
];

#[test]
fn an_owner_has_the_owners_permissions_and_those_of_the_role() {
    for role in Role::iter() {
        let owner = Grants { role, is_owner: true };
        for permission in MATRIX.grants.keys().filter(|name| *name != "-") {
            let by_role = grants(role).access(permission);
            let expected = match permission.as_str() {
                clinical if CLINICAL.contains(&clinical) => by_role,
                // Only roles that treat patients sign an estimate as the provider.
                "estimate.write" => by_role.or(Some(Access::Limited)),
                _ => Some(Access::Full),
            };
            assert_eq!(owner.access(permission), expected, "{permission} of an owner who is {}", role.as_str());
        }
    }
}

#[test]
fn an_unconfirmed_director_has_the_permissions_of_staff() {
    let waiting = Grants::in_force(Role::MedicalDirector, false, false);
    assert_eq!(waiting.permissions(), grants(Role::Staff).permissions());
    assert_eq!(Grants::in_force(Role::MedicalDirector, false, true), grants(Role::MedicalDirector));
    assert_eq!(Grants::in_force(Role::Nurse, false, false), grants(Role::Nurse));
    let owner = Grants::in_force(Role::MedicalDirector, true, false);
    assert_eq!(owner.access("treatment.approve"), None);
    assert_eq!(owner.access("team.confirm"), Some(Access::Full));
}

#[test]
fn roles_hold_what_the_matrix_says() {
    assert_eq!(grants(Role::Staff).access("patient.list"), Some(Access::Limited));
    assert_eq!(grants(Role::Staff).access("patient.create"), None);
    assert_eq!(grants(Role::Nurse).access("gfe.create"), Some(Access::Limited));
    assert_eq!(grants(Role::Receptionist).access("gfe.create"), None);
    assert_eq!(grants(Role::MedicalDirector).access("treatment.approve"), Some(Access::Full));
    assert_eq!(grants(Role::PracticeManager).access("no.such.permission"), None);
}

#[test]
fn one_permission_granted_in_two_ways_is_refused() {
    let text = include_str!("../../../../permissions.csv");
    let wrong = text.replacen(
        "PUT,/api/team/{id},team.write,allow,deny,limited",
        "PUT,/api/team/{id},team.write,allow,allow,limited",
        1,
    );
    assert_ne!(text, wrong);
    assert!(read(&wrong).is_err());
}
