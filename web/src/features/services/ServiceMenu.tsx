import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

import type { Service } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';

interface Props {
  service: Service;
  /** The services that can be chosen, in their order. */
  active: readonly Service[];
  anchor: HTMLElement;
  /** Shows who changed which field. */
  onChanges: () => void;
  onMove: (by: 1 | -1) => void;
  onRetire: () => void;
  onRestore: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** What can be done with a service beside editing it. */
export function ServiceMenu({
  service,
  active,
  anchor,
  onChanges,
  onMove,
  onRetire,
  onRestore,
  onDelete,
  onClose,
}: Props) {
  const { may } = usePermissions();
  const place = active.findIndex(({ id }) => id === service.id);
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  const items = service.retired_at
    ? [{ label: 'Take back', act: onRestore }]
    : [
        ...(place > 0 ? [{ label: 'Move up', act: () => onMove(-1) }] : []),
        ...(place < active.length - 1 ? [{ label: 'Move down', act: () => onMove(1) }] : []),
        { label: 'Retire', act: onRetire },
      ];
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': `Actions for ${service.name}` } }}
    >
      {[
        ...(may('field_change.read') ? [{ label: 'Who changed what', act: onChanges }] : []),
        ...items,
        { label: 'Delete', act: onDelete },
      ].map(({ label, act }) => (
        <MenuItem key={label} onClick={choose(act)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
