// A session for each clinic's owner: a row, and the cookie that names it.
//
// Signing in by password is limited to a few a minute, and its cost is the hash's, which is not
// what is measured here. The cookie is made as server/foundation/tenancy/src/session.rs makes it;
// if that changes, the first request fails.
import crypto from 'node:crypto';

const base64 = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

function cookie(secret, clinic, member, session) {
  const master = crypto.createHash('sha256').update(secret).digest();
  const key = Buffer.from(crypto.hkdfSync('sha256', master, Buffer.alloc(0), `session 1 ${clinic}`, 32));
  const now = Math.floor(Date.now() / 1000) - 1;
  const claims = { iss: 'celadon', aud: clinic, sub: String(member), sid: session, iat: now, nbf: now, exp: now + 43_200 };
  const text = `${base64({ typ: 'JWT', alg: 'HS256', kid: '1' })}.${base64(claims)}`;
  return `celadon=${text}.${crypto.createHmac('sha256', key).update(text).digest('base64url')}`;
}

/** Signs the owner of each clinic in; adds `cookie`, `member` and `session` to it. */
export function signIn(postgres, secret, clinics) {
  const texts = clinics.map((clinic) => {
    clinic.session = crypto.randomUUID();
    return `insert into ${clinic.schema}.session (id, member_id, created_at, last_seen_at, proved_at, ip, user_agent)
      select '${clinic.session}', id, now(), now() + interval '1 hour', now(), '127.0.0.1', 'bench'
      from ${clinic.schema}.member where is_owner limit 1 returning member_id;`;
  });
  const members = postgres.sql(texts.join('\n'));
  clinics.forEach((clinic, index) => {
    clinic.member = Number(members[index][0]);
    clinic.cookie = cookie(secret, clinic.id, clinic.member, clinic.session);
  });
}
