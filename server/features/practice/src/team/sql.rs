//! What statements in text ask about members, because SeaORM cannot express the rest of them.

use sea_orm::sea_query::Expr;

/// Joins the member `m` with this id.
pub fn join_member(id: &str) -> String {
    format!("join member m on m.id = {id}")
}

/// The ids of those who added or invited the member of a query. SeaORM has no array of a subquery.
pub fn sponsors() -> Expr {
    Expr::cust("array(select s.sponsor_id from member_sponsor s where s.member_id = member.id)")
}
