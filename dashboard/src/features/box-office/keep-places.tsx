import { useDisclosure } from '@mantine/hooks';
import { GatedButton } from '../../form/gated-button.tsx';
import { useTexts } from '../../language/language.tsx';
import { type KeptItem, ReservationDialog } from './reservation-dialog.tsx';
import { reservationTexts } from './reservation-texts.ts';

interface KeepPlacesProps {
  event: { id: string; start_datetime: string };
  items: KeptItem[];
  places: number;
  label?: string;
  onKept: () => void;
}

/** The button that keeps what is chosen for a name, and its dialog. */
export function KeepPlaces({ event, items, places, label, onKept }: KeepPlacesProps) {
  const t = useTexts(reservationTexts);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <GatedButton needs="box_office" variant="default" disabled={places === 0} onClick={open}>
        {label ?? t.keep}
      </GatedButton>
      {opened ? <ReservationDialog subject={{ event, items, places }} onClose={close} onKept={onKept} /> : null}
    </>
  );
}
