import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { threadMs } from '../../test/fixtures/thread-ms.ts';
import { createGazetteer } from './gazetteer.ts';
import type { Coordinates, Place } from './geocoder.ts';
import type { PlaceData } from './place-index.ts';

const gazetteer = createGazetteer();

function find(place: Partial<Place>): Promise<Coordinates | null> {
  return gazetteer.find({ venueName: null, address: null, city: null, ...place });
}

/** Within about 5 km: the gazetteer promises the town, not the street. */
function near(latitude: number, longitude: number) {
  return { latitude: expect.closeTo(latitude, 1), longitude: expect.closeTo(longitude, 1) };
}

// Positions of the city halls, written down independently of the data file.
const METRO_MANILA: [string, number, number][] = [
  ['Caloocan', 14.649, 120.984],
  ['Las Piñas', 14.45, 120.983],
  ['Makati', 14.5547, 121.0244],
  ['Malabon', 14.658, 120.951],
  ['Mandaluyong', 14.5772, 121.0339],
  ['Manila', 14.5896, 120.9817],
  ['Marikina', 14.633, 121.099],
  ['Muntinlupa', 14.3894, 121.0449],
  ['Navotas', 14.657, 120.948],
  ['Parañaque', 14.4988, 121.0],
  ['Pasay', 14.5454, 120.9965],
  ['Pasig', 14.5607, 121.0765],
  ['Pateros', 14.5454, 121.0687],
  ['Quezon City', 14.6465, 121.05],
  ['San Juan', 14.6042, 121.03],
  ['Taguig', 14.5269, 121.0713],
  ['Valenzuela', 14.6925, 120.9686],
];

const MAKATI = near(14.5547, 121.0244);
const SAN_FERNANDO_PAMPANGA = near(15.03, 120.684);
const SAN_FERNANDO_LA_UNION = near(16.616, 120.317);
const STO_TOMAS_BATANGAS = near(14.108, 121.141);

describe('by city', () => {
  test.each(METRO_MANILA)('finds %s and its other forms', async (name, latitude, longitude) => {
    const bare = name.replace(/ City$/, '');
    const forms = [
      name,
      `${bare} City`,
      `City of ${bare}`,
      `Lungsod ng ${bare}`,
      bare.toUpperCase(),
      `  ${name}, Metro Manila `,
    ];
    for (const city of [...forms, `${name}, NCR, Philippines`, name.normalize('NFD'), name.replaceAll('ñ', 'n')]) {
      expect(await find({ city }), city).toEqual(near(latitude, longitude));
    }
  });

  test.each([
    ['QC', near(14.6465, 121.05)],
    ['Q.C.', near(14.6465, 121.05)],
    ['Sto. Tomas', STO_TOMAS_BATANGAS],
    ['Sto.Tomas', STO_TOMAS_BATANGAS],
    ['Santo Tomas', STO_TOMAS_BATANGAS],
    ['Santo Tomas, Batangas', STO_TOMAS_BATANGAS],
    ['Sto. Tomas, Pangasinan', near(15.86, 120.58)],
    ['Gen. Trias', near(14.387, 120.881)],
    ['Sta. Rosa, Laguna', near(14.312, 121.111)],
    ['Lapu Lapu City', near(10.31, 123.949)],
    ['Cebu', near(10.317, 123.891)],
    ['Cebu City, Cebu', near(10.317, 123.891)],
    ['Naga', near(13.62, 123.18)],
    ['Naga, Cebu', near(10.209, 123.758)],
    ['San Fernando', SAN_FERNANDO_PAMPANGA],
    ['San Fernando, La Union', SAN_FERNANDO_LA_UNION],
    ['San Fernando La Union', SAN_FERNANDO_LA_UNION],
    ['San Fernando (La Union)', SAN_FERNANDO_LA_UNION],
    ['San Antonio, Makati', MAKATI],
    ['Makati, Manila', MAKATI],
    ['Barangay Poblacion, Makati City', MAKATI],
    ['Davao City', near(7.073, 125.613)],
    ['Puerto Princesa', near(9.739, 118.735)],
    ['BGC', near(14.5269, 121.0713)],
  ])('finds %s', async (city, coordinates) => {
    expect(await find({ city })).toEqual(coordinates);
  });

  test('chooses between namesakes by a province in the address', async () => {
    expect(await find({ city: 'San Fernando', address: 'Quezon Ave, La Union 2500' })).toEqual(SAN_FERNANDO_LA_UNION);
  });

  test('believes the city before the address and the venue', async () => {
    expect(await find({ city: 'Makati', address: 'Cebu City', venueName: 'Baguio Hall' })).toEqual(MAKATI);
  });

  test('every place of the data file is found under its own name and province', async () => {
    const file = await readFile(new URL('./philippine-places.json', import.meta.url), 'utf8');
    const { places } = JSON.parse(file) as PlaceData;
    expect(places).toHaveLength(1656);
    for (const [name, province, , latitude, longitude, population] of places) {
      // The country's bounding box: a swapped or foreign coordinate cannot hide.
      expect(latitude > 4.5 && latitude < 21.5 && longitude > 114 && longitude < 127, name).toBe(true);
      expect(population, name).toBeGreaterThan(0);
      expect(await find({ city: `${name}, ${province}` }), `${name}, ${province}`).toEqual({ latitude, longitude });
    }
  });
});

describe('without a known city', () => {
  test.each<[Partial<Place>, ReturnType<typeof near>]>([
    [{ address: 'SMX Convention Center, Seashell Ln, Pasay, 1300 Metro Manila' }, near(14.5454, 120.9965)],
    [{ address: '123 Rizal St., San Fernando, Pampanga 2000' }, SAN_FERNANDO_PAMPANGA],
    [{ address: 'Ayala Avenue Makati City' }, MAKATI],
    [{ city: 'Nowhere', address: 'Ayala Avenue, Makati' }, MAKATI],
    [{ address: 'Cebu Street, Makati' }, MAKATI],
    [{ address: 'Circuit Lane', venueName: 'Makati Coliseum' }, MAKATI],
    [{ address: 'Plaza Mabini', city: 'Batangas' }, near(13.757, 121.058)],
    [{ venueName: 'El Nido Beach Club' }, near(11.186, 119.396)],
    [{ venueName: 'Quezon City Memorial Circle' }, near(14.6465, 121.05)],
  ])('%j', async (place, coordinates) => {
    expect(await find(place)).toEqual(coordinates);
  });
});

test.each<Partial<Place>>([
  {},
  { city: '', address: ' ', venueName: ',' },
  { city: 'Singapore' },
  { city: '__proto__', address: 'constructor' },
  { venueName: 'Bonifacio High Street' },
  { venueName: 'Rizal Park' },
  { address: 'Legazpi Village' },
  { address: '12 Makati Avenue' },
  { address: 'Barangay Bacoor' },
  { address: 'Doña Bacoor Garden' },
  { address: 'Bulwagang Rizal' },
  { venueName: 'Fort Santiago' },
  { venueName: 'Makatian Hall' },
])('finds nothing for %j', async (place) => {
  expect(await find(place)).toBeNull();
});

test('any text is answered, quickly', async () => {
  const text = fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z ,.]{0,40}$/)));
  await fc.assert(
    fc.asyncProperty(text, text, text, async (venueName, address, city) => {
      const found = await find({ venueName, address, city });
      expect(found === null || Number.isFinite(found.latitude + found.longitude)).toBe(true);
    }),
  );
  const long = 'makati rizal st, '.repeat(3_000);
  expect(await threadMs(() => find({ venueName: long, address: long, city: long }))).toBeLessThan(500);
});
