import type {
  OwnProtocol,
  OwnProtocols,
  Protocol,
  Protocols,
  ProtocolText,
  ProtocolVersion,
  ServiceProtocol,
  Session,
} from '@/api/generated';
import { sessionWith } from '@/testing/plans';

export const version: ProtocolVersion = {
  id: 31,
  number: 3,
  title: 'Botox, adults',
  valid_from: '2026-11-20',
  valid_until: '2027-11-20',
  signed_by: 'Dana Reyes',
  signed_at: '2026-11-20T15:00:00Z',
  retired_at: null,
  retired_by: null,
  retired_for: null,
};

export const botox: ServiceProtocol = {
  service_id: null,
  service: 'Botox',
  offered: true,
  protocol_id: 3,
  state: 'in_force',
  version,
  days_left: 365,
  drafts: 0,
  performers: [
    { member_id: 5, name: 'Dana Reyes', signed_at: '2026-11-20T15:00:00Z' },
    { member_id: 4, name: 'Priya Nair', signed_at: null },
  ],
};

const none: ServiceProtocol = {
  ...botox,
  service: 'Microneedling',
  protocol_id: null,
  state: 'none',
  version: null,
  days_left: null,
  performers: [],
};

export const protocols: Protocols = {
  on: true,
  services: [botox, none],
  overrides: [],
  providers: [
    { member_id: 5, name: 'Dana Reyes' },
    { member_id: 4, name: 'Priya Nair' },
  ],
};

export const ownBotox: OwnProtocol = {
  service: 'Botox',
  state: 'in_force',
  version,
  days_left: 365,
  agreed_at: '2026-11-20T15:00:00Z',
  awaits: false,
  obstacle: null,
  lifted: null,
};

export const own: OwnProtocols = {
  on: true,
  services: [
    ownBotox,
    {
      ...ownBotox,
      service: 'Microneedling',
      state: 'none',
      version: null,
      days_left: null,
      agreed_at: null,
    },
  ],
  directors: ['Dana Reyes'],
};

export const text: ProtocolText = {
  version,
  protocol_id: 3,
  service: 'Botox',
  body: '<p>At most 60 units.</p>',
  signature: 'data:image/png;base64,AAAA',
  may_agree: true,
  agreed_at: null,
};

export const whole: Protocol = {
  id: 3,
  service: 'Botox',
  versions: [version],
  drafts: [
    {
      id: 8,
      protocol_id: 3,
      follows: 3,
      title: 'Botox, from 2027',
      body: '<p>At most 50 units.</p>',
      valid_from: null,
      valid_until: '2027-12-31',
      version: 2,
      updated_at: '2026-11-19T15:00:00Z',
      updated_by: 'Elena Moreau',
    },
  ],
};

/** At a clinic that keeps protocols. */
export const keepingSession = (...permissions: Parameters<typeof sessionWith>): Session => ({
  ...sessionWith(...permissions),
  modules: ['protocols'],
});
