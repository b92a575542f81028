import { useState } from 'react';
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
  // While the dialog is open the page may learn that a place was taken: then all of them are refused, not fewer kept.
  const [chosen, setChosen] = useState<Pick<KeepPlacesProps, 'event' | 'items' | 'places'>>();
  return (
    <>
      <GatedButton
        needs="box_office"
        variant="default"
        disabled={places === 0}
        onClick={() => setChosen({ event, items, places })}
      >
        {label ?? t.keep}
      </GatedButton>
      {chosen ? <ReservationDialog subject={chosen} onClose={() => setChosen(undefined)} onKept={onKept} /> : null}
    </>
  );
}
