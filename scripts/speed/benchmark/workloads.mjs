// The workloads: the calls of one screen each.
//
// `{}` is the number of a patient, or the token of a consent's link.
import { signature } from './signature.mjs';

/** What is searched for; one name in fifty begins with it. */
export const SEARCH = 'smi';

const get = (path) => ({ method: 'GET', path });

const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

export const workloads = () => [
  { name: 'list 50', calls: [get('/api/patients?limit=50')] },
  { name: `search ${SEARCH}`, calls: [get(`/api/patients?search=${SEARCH}&limit=50`)] },
  {
    name: "patient's page",
    calls: [get('/api/patients/{}'), get('/api/gfe/{}'), get('/api/treatments?patientId={}'), get('/api/consents?patientId={}'), get('/api/consents/templates')],
  },
  { name: "a day's appointments", calls: [get(`/api/appointments?from=${day(1)}&to=${day(1)}&limit=100`)] },
  { name: 'free times, 7 days', calls: [get(`/api/appointments/slots?service=Botox&from=${day(1)}&days=7`)] },
  { name: 'what has changed', calls: [get('/api/appointments/changes')] },
  {
    name: 'create a patient',
    calls: [{ method: 'POST', path: '/api/patients', body: '{"first_name":"Bench","last_name":"Number {}","phone":"(555) 0100"}' }],
  },
  {
    name: 'record a treatment',
    calls: [{ method: 'POST', path: '/api/treatments', body: `{"patient_id":{},"treatment_type":"Botox","areas":"Forehead","notes":"Bench","provider_signature":"${signature(100)}"}` }],
  },
  { name: 'portal: open', calls: [get('/api/portal/consent/{}')], portal: true },
  {
    name: 'portal: sign',
    calls: [{ method: 'POST', path: '/api/portal/consent/{}/sign', body: `{"signature":"${signature(120)}","electronic_consent":true}` }],
    portal: true,
    once: true,
  },
  {
    name: 'dashboard',
    calls: [get('/api/auth/session'), get(`/api/appointments?from=${day(0)}&to=${day(0)}&limit=100`), get('/api/clinic/settings'), get('/api/team')],
  },
];
