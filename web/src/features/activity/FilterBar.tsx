import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import type { ActivityFilter } from '@/api/activityPages';
import { useListTeamQuery } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { SelectInput } from '@/components/SelectInput';
import { TextInput } from '@/components/TextInput';
import { groups } from '@/features/activity/groups';
import type { useActivityFilter } from '@/features/activity/useActivityFilter';

interface Props extends Pick<ReturnType<typeof useActivityFilter>, 'choose' | 'clear'> {
  filter: ActivityFilter;
  wrongDays: boolean;
}

/** By person, by what it is about, by day; one client is chosen by the name in the list or from the client's record. */
export function FilterBar({ filter: { memberId, patientId, group, from, to }, wrongDays, choose, clear }: Props) {
  const isFiltered = memberId !== undefined || patientId !== undefined || group !== undefined || from !== undefined || to !== undefined;
  return (
    <Box role="search" aria-label="Filter the log" sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' } }}>
      <Person memberId={memberId} choose={choose} />
      <SelectInput label="About" placeholder="Everything" options={groups} value={group ?? ''} onChange={(value) => choose('about', value)} />
      <TextInput label="From day" type="date" value={from ?? ''} onChange={(event) => choose('from', event.target.value)} />
      <TextInput label="To day" type="date" value={to ?? ''} onChange={(event) => choose('to', event.target.value)} error={wrongDays ? 'This is before the first day' : undefined} />
      {isFiltered && (
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {patientId !== undefined && <Button variant="outlined" onClick={() => choose('patient', '')}>All clients</Button>}
          <Button onClick={clear}>Clear the filter</Button>
        </Box>
      )}
    </Box>
  );
}

function Person({ memberId, choose }: { memberId: number | undefined; choose: Props['choose'] }) {
  const { mayLimited } = useMay();
  const { data: team = [] } = useListTeamQuery(undefined, { skip: !mayLimited('team.read') });
  const options = team.map(({ id, first_name, last_name }) => ({ value: String(id), label: `${first_name} ${last_name}` }));
  // Who has left the team is no choice any more, but may be the chosen one: by a name in the list.
  const value = memberId === undefined ? '' : String(memberId);
  if (value && !options.some((option) => option.value === value)) options.push({ value, label: `Member ${value}` });
  return <SelectInput label="Person" placeholder="Everybody" options={options} value={value} onChange={(id) => choose('person', id)} />;
}
