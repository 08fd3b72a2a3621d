// What the real program answers over FHIR, against the published JSON schema of R4: node --test scripts/drills/fhir.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sendRequest, enter } from '../fault/client.mjs';
import { signature } from '../fault/png.mjs';
import { World } from '../fault/world.mjs';
import { tidy } from '../../lib/process.mjs';
import { schemaOfR4 } from './schema.mjs';

const KINDS = ['Patient', 'Practitioner', 'Appointment', 'Consent', 'Procedure', 'Observation'];
const VITALS = 'BP: 120/80 mmHg, HR: 72 bpm, Temp: 98.6 °F, SpO2: 98%, RR: 16/min, Weight: 150 lb, Height: 5 ft 6 in, BMI: 24.2 kg/m², Pain: 2/10';

describe('The FHIR interface of the program', () => {
  let world;
  let headers;
  let check;
  let merged;
  const get = (path) => sendRequest(world, 'alpha', 'GET', path, { headers });
  const read = async (path) => {
    const answer = await get(`/api/fhir/r4/${path}`);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    assert.equal(answer.headers['content-type'], 'application/fhir+json; charset=utf-8');
    assert.deepEqual(check(answer.json), [], path);
    return answer.json;
  };
  /** Every resource of a search, page by page. */
  const all = async (path) => {
    const found = [];
    for (let next = path; next; ) {
      const page = await read(next);
      found.push(...(page.entry ?? []).map(({ resource }) => resource));
      next = page.link.find(({ relation }) => relation === 'next')?.url.split('/api/fhir/r4/')[1];
    }
    return found;
  };

  before(async () => {
    check = schemaOfR4();
    world = await World.make({ clinics: ['alpha'], safe: false });
    await world.serve();
    const { cookie, patient, template } = await enter(world, 'alpha');
    const must = async (method, path, body, status) => {
      const answer = await sendRequest(world, 'alpha', method, path, { body, cookie });
      assert.equal(answer.status, status, `${path}: ${answer.text}`);
      return answer.json;
    };
    await must('PATCH', `/api/patients/${patient}`, {
      preferred_name: 'Nono', birth_date: '1985-03-14', email: 'nora@example.com', phone: '555-010-1234', street: '1 Main St', city: 'Albany', state: 'NY', postal_code: '12207',
      emergency_name: 'Pia Lindqvist', emergency_relation: 'Mother', emergency_phone: '555-010-9999', guardian_name: 'Olaf Lindqvist', guardian_relation: 'Father',
    }, 200);
    const ann = (await must('POST', '/api/patients', { first_name: 'Ann', last_name: 'Berg' }, 201)).id;
    await must('POST', `/api/patients/${ann}/archive`, {}, 200);
    const twin = (await must('POST', '/api/patients', { first_name: 'Nora', last_name: 'Lindqvist' }, 201)).id;
    await must('POST', '/api/gfe', { patient_id: twin, vitals: 'HR: 70 bpm' }, 201);
    const exam = (await must('POST', '/api/gfe', { patient_id: patient, vitals: VITALS }, 201)).id;
    await must('POST', '/api/gfe', { patient_id: patient, vitals: 'BP: 118/76, looks well' }, 201);
    const treatment = (await must('POST', '/api/treatments', {
      patient_id: patient, treatment_type: 'Botox', areas: 'Glabella', notes: 'No complications', units: 20, lot: 'C1234', provider_signature: signature(400, 100),
    }, 201)).id;
    await must('POST', `/api/treatments/${treatment}/void`, { reason: 'Entered for another patient', signature: signature(400, 120) }, 200);
    await must('POST', `/api/gfe/exams/${exam}/void`, { reason: 'Entered for another patient', signature: signature(400, 120) }, 200);
    await must('POST', '/api/appointments', { patient_id: patient, appointment_time: '2027-03-01T10:00', service: 'Consultation', notes: 'First visit' }, 201);
    for (const decision of ['sign', 'decline', undefined]) {
      const { portal_url: link } = await must('POST', `/api/consents/${patient}/issue`, { templateId: template }, 201);
      if (decision) await must('POST', `/api/portal/consent/${link.split('/').at(-1)}/${decision}`, decision === 'decline' ? { reason: 'Not today' } : undefined, 200);
    }
    const version = async (id) => (await must('GET', `/api/patients/${id}`, undefined, 200)).version;
    await must('POST', `/api/patients/${patient}/merge`, { other_id: twin, version: await version(patient), other_version: await version(twin) }, 200);
    merged = { kept: patient, gone: twin };
    const { secret } = await must('POST', '/api/clinic/api-tokens', { name: 'Schema', scopes: KINDS, valid_days: 1 }, 201);
    headers = { authorization: `Bearer ${secret}` };
  });
  after(tidy);

  test('the schema finds what is planted', () => {
    const patient = { resourceType: 'Patient', id: '1', active: true };
    assert.deepEqual(check(patient), []);
    for (const wrong of [{ ...patient, active: 'yes' }, { ...patient, nickname: 'Nono' }, { ...patient, birthDate: '14.3.1985' }, { ...patient, name: [] }, { resourceType: 'Person of interest' }]) {
      assert.notDeepEqual(check(wrong), [], JSON.stringify(wrong));
    }
    const bundle = (resource) => ({ resourceType: 'Bundle', type: 'searchset', entry: [{ resource }] });
    assert.deepEqual(check(bundle(patient)), []);
    assert.notDeepEqual(check(bundle({ ...patient, gender: 'unasked' })), []);
    assert.notDeepEqual(check({ resourceType: 'Appointment', status: 'booked' }), []);
  });

  test('the statement of its capabilities is valid', async () => {
    assert.equal((await read('metadata')).fhirVersion, '4.0.1');
  });

  for (const kind of KINDS) {
    test(`${kind}: each one that a search finds, and each read by its id`, async () => {
      const found = await all(`${kind}?_count=2`);
      assert.ok(found.length > 0, 'there is none');
      for (const one of found) assert.deepEqual(await read(`${kind}/${one.id}`), one);
    });
  }

  test('a whole record, page by page', async () => {
    const [patient] = (await read('Patient?family=lindqvist')).entry.map(({ resource }) => resource.id);
    const kinds = new Set((await all(`Patient/${patient}/$everything?_count=3`)).map(({ resourceType }) => resourceType));
    assert.deepEqual([...kinds].toSorted(), KINDS.toSorted());
  });

  test('a merged record links to the kept one', async () => {
    const [gone, kept] = [await read(`Patient/${merged.gone}`), await read(`Patient/${merged.kept}`)];
    assert.deepEqual(gone.link, [{ other: { reference: `Patient/${merged.kept}` }, type: 'replaced-by' }]);
    assert.deepEqual(kept.link, [{ other: { reference: `Patient/${merged.gone}` }, type: 'replaces' }]);
    assert.deepEqual([gone.active, kept.active], [false, true]);
  });

  test('each state of a record is one of FHIR', async () => {
    const states = async (path) => [...new Set((await all(path)).map(({ status, active }) => status ?? active))].toSorted();
    assert.deepEqual(await states('Consent'), ['active', 'proposed', 'rejected']);
    assert.deepEqual(await states('Observation'), ['entered-in-error', 'final']);
    assert.deepEqual(await states('Procedure'), ['entered-in-error']);
    assert.deepEqual(await states('Patient'), [false, true]);
  });

  test('a refusal is an OperationOutcome', async () => {
    const good = headers;
    for (const [path, status, sent] of [['Patient/999999', 404, good], ['Patient?birthdate=x', 400, good], ['Patient?_format=xml', 406, good], ['Claim', 404, good], ['Patient', 401, {}]]) {
      headers = sent;
      const answer = await get(`/api/fhir/r4/${path}`);
      headers = good;
      assert.equal(answer.status, status, path);
      assert.deepEqual(check(answer.json), [], path);
      assert.equal(answer.json.resourceType, 'OperationOutcome');
    }
  });
});
