import { useEffect, useMemo } from 'react';

import { useListServicesQuery, type Service } from '@/api/generated';
import { useModules } from '@/api/useModules';
import type { SelectOption } from '@/components/SelectInput';
import {
  defaultService,
  specifiedServices,
  specifiedTreatments,
} from '@/features/services/specified';

export interface ServiceChoices {
  /** What can be booked and earns points. */
  services: readonly string[];
  /** What can be recorded as a treatment. */
  treatments: readonly string[];
  /** The clinic's own services; none while the module is off. */
  catalogue: readonly Service[];
  /** Names as a select offers them: under their categories, where the clinic has some. */
  inGroups: (names: readonly string[]) => readonly SelectOption[];
  /** Why the choices are not the clinic's, in a sentence. */
  failure: string | undefined;
}

const specified: ServiceChoices = {
  services: specifiedServices,
  treatments: specifiedTreatments,
  catalogue: [],
  inGroups: (names) => names,
  failure: undefined,
};

/** The services that a form offers: the clinic's catalogue while the module is on, else exactly the specification's list. */
export function useServiceChoices(): ServiceChoices {
  const { isOn } = useModules();
  const on = isOn('services');
  const { data, isError } = useListServicesQuery(true, { skip: !on });
  return useMemo(() => {
    if (!on) return specified;
    if (!data)
      return { ...specified, failure: isError ? 'The services could not be loaded.' : undefined };
    const catalogue = data.filter(({ retired_at }) => !retired_at);
    const names = (all: readonly Service[]) => all.map(({ name }) => name);
    return {
      services: names(catalogue),
      treatments: names(catalogue.filter(({ needs_exam }) => needs_exam)),
      catalogue,
      inGroups: byCategory(data),
      failure: undefined,
    };
  }, [on, data, isError]);
}

/** Without any category the names stay as they are. */
function byCategory(services: readonly Service[]): ServiceChoices['inGroups'] {
  const categories = new Map(services.map(({ name, category }) => [name, category]));
  if (services.every(({ category }) => !category)) return (names) => names;
  return (names) =>
    names.map((name) => ({ value: name, label: name, group: categories.get(name) ?? 'Other' }));
}

/** Where the clinic does not offer what a form starts with, it starts with the first that is offered. */
export function useOfferedDefault(
  value: string,
  choices: readonly string[],
  start: (service: string) => void,
): void {
  const first = choices[0];
  const replaced =
    value === defaultService && first !== undefined && !choices.includes(value) ? first : undefined;
  useEffect(() => {
    if (replaced !== undefined) start(replaced);
  }, [replaced, start]);
}

/** The choices, and what was chosen before if it is not offered any more: the server says why it cannot be saved. */
export const withCurrent = (choices: readonly string[], current: string): readonly string[] =>
  current === '' || current === defaultService || choices.includes(current)
    ? choices
    : [...choices, current];
