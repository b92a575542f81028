import { sentences } from '../../language/sentences.ts';

export const texts = sentences({
  en: { seatMap: 'Seat map', liveSeats: 'Seats, live' },
  fil: { seatMap: 'Mapa ng mga upuan', liveSeats: 'Mga upuan, live' },
});
