import type { Module } from '@/api/generated';

/** What a module is called, and what it is for. */
export const moduleWords: Record<Module, { name: string; sentence: string }> = {
  import_clients: {
    name: 'Import Clients',
    sentence: 'Brings clients in from a CSV or Excel file of another system.',
  },
  services: {
    name: 'Services',
    sentence:
      "The clinic's own catalogue of services: appointments, points, treatments and estimates choose from it.",
  },
  photos: { name: 'Photos', sentence: 'Pictures of clients before and after treatments.' },
  reports: { name: 'Reports', sentence: 'What the clinic does, in figures.' },
  analytics: { name: 'Analytics', sentence: 'Trends over time, on the dashboard.' },
  clearance: {
    name: 'Exam clearance',
    sentence:
      'A prescriber signs each exam and clears service by service; a treatment needs the clearance of its service.',
  },
  protocols: {
    name: 'Protocols',
    sentence:
      'A standing order for each service, signed by a director and by its providers; each treatment keeps the version in force.',
  },
  online_booking: {
    name: 'Online booking',
    sentence: 'Clients book a visit themselves, at /book of your address.',
  },
};
