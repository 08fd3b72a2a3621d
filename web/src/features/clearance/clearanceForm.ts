import * as z from 'zod/mini';

import type { ClearanceSettings, NewClearanceSettings } from '@/api/generated';
import { credentials } from '@/features/clearance/clearanceWords';

export const settingsForm = z.object({
  credentials: z
    .array(z.string())
    .check(z.refine((chosen) => chosen.length > 0, { error: 'Choose at least one credential' })),
  allows_video: z.boolean(),
  uncleared: z.enum(['block', 'warn']),
});

export type SettingsForm = z.infer<typeof settingsForm>;

export const settingsLabels: Record<keyof SettingsForm, string> = {
  credentials: 'Who may sign an exam',
  allows_video: 'An exam by live video may be signed',
  uncleared: 'A treatment with a service that is not cleared',
};

export const settingsFields = Object.keys(settingsLabels) as (keyof SettingsForm)[];

export function fromSettings({
  credentials: chosen,
  allows_video,
  uncleared,
}: ClearanceSettings): SettingsForm {
  return { credentials: chosen, allows_video, uncleared };
}

export function toSettings(form: SettingsForm): NewClearanceSettings {
  return { ...form, credentials: credentials.filter((one) => form.credentials.includes(one)) };
}
