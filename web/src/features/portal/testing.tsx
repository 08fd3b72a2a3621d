import { render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';

import type { PortalConsent, SignConsent, SignedConsent } from '@/api/generated';
import { PortalSite } from '@/features/portal/PortalSite';
import { server } from '@/testing/server';

export const consent: PortalConsent = {
  template: '<h2>Botox</h2><p>I agree to the treatment.</p>',
  template_name: 'Botox consent',
  clinic_name: 'Linden Aesthetics',
  clinic_address: '214 W 18th Street, New York, NY 10011',
  clinic_phone: '+12125550100',
  time_zone: 'America/Los_Angeles',
  patient_first_name: 'Amelia',
  declined_at: null,
  signed_at: null,
  patient_name: null,
  typed_name: null,
  signature: null,
  representative: null,
  needs_representative: false,
  electronic_records: {
    notice_version: 3,
    notice_dated: '2026-11-25',
    notice: ['You may ask Linden Aesthetics for a paper form.', 'All you need is a web browser.'],
    act_version: 2,
    act: 'By pressing “Sign consent” I sign this form.',
  },
};
export const signedAt = '2026-01-10T17:00:00Z';
export const bare: SignedConsent = {
  signed_at: signedAt,
  patient_name: 'Amelia Hart',
  typed_name: null,
  signature: null,
  representative: null,
};
export const invalid =
  'This consent link is invalid or has expired. Please contact the clinic for a new link.';

/** A mock server that holds one consent for one test; returns what it received. */
export function serveConsent() {
  const sent: unknown[] = [];
  let current = consent;
  server.use(
    http.get('*/api/portal/consent/secret', () => HttpResponse.json(current)),
    http.get('*/api/portal/consent/secret/copy', () =>
      HttpResponse.json({ error: invalid, code: 'link_invalid' }, { status: 404 }),
    ),
    http.post('*/api/portal/consent/secret/sign', async ({ request }) => {
      const given = (await request.json()) as SignConsent;
      sent.push(given);
      const signed: SignedConsent = {
        ...bare,
        typed_name: given.typed_name ?? null,
        signature: given.signature ?? null,
      };
      current = { ...consent, ...signed };
      return HttpResponse.json(signed);
    }),
  );
  return sent;
}

export const open = (path = '/portal/sign/secret') => render(<PortalSite path={path} />);
export const answerOpeningWith = (answer: Response) =>
  server.use(http.get('*/api/portal/consent/secret', () => answer.clone()));
