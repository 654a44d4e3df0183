/**
 * The 47 counties of Kenya and their 290 constituencies, which the shop calls towns (§3 Location data, U26). One line
 * per county, by name. Compact, because the checkout loads it.
 */
const DATA = `
Baringo:Baringo Central,Baringo North,Baringo South,Eldama Ravine,Mogotio,Tiaty
Bomet:Bomet Central,Bomet East,Chepalungu,Konoin,Sotik
Bungoma:Bumula,Kabuchai,Kanduyi,Kimilili,Mt. Elgon,Sirisia,Tongaren,Webuye East,Webuye West
Busia:Budalangi,Butula,Funyula,Matayos,Nambale,Teso North,Teso South
Elgeyo-Marakwet:Keiyo North,Keiyo South,Marakwet East,Marakwet West
Embu:Manyatta,Mbeere North,Mbeere South,Runyenjes
Garissa:Balambala,Dadaab,Fafi,Garissa Township,Ijara,Lagdera
Homa Bay:Homa Bay Town,Kabondo Kasipul,Karachuonyo,Kasipul,Ndhiwa,Rangwe,Suba North,Suba South
Isiolo:Isiolo North,Isiolo South
Kajiado:Kajiado Central,Kajiado East,Kajiado North,Kajiado South,Kajiado West
Kakamega:Butere,Ikolomani,Khwisero,Likuyani,Lugari,Lurambi,Malava,Matungu,Mumias East,Mumias West,Navakholo,Shinyalu
Kericho:Ainamoi,Belgut,Bureti,Kipkelion East,Kipkelion West,Sigowet/Soin
Kiambu:Gatundu North,Gatundu South,Githunguri,Juja,Kabete,Kiambaa,Kiambu,Kikuyu,Lari,Limuru,Ruiru,Thika Town
Kilifi:Ganze,Kaloleni,Kilifi North,Kilifi South,Magarini,Malindi,Rabai
Kirinyaga:Gichugu,Kirinyaga Central,Mwea,Ndia
Kisii:Bobasi,Bomachoge Borabu,Bomachoge Chache,Bonchari,Kitutu Chache North,Kitutu Chache South,Nyaribari Chache,Nyaribari Masaba,South Mugirango
Kisumu:Kisumu Central,Kisumu East,Kisumu West,Muhoroni,Nyakach,Nyando,Seme
Kitui:Kitui Central,Kitui East,Kitui Rural,Kitui South,Kitui West,Mwingi Central,Mwingi North,Mwingi West
Kwale:Kinango,Lungalunga,Matuga,Msambweni
Laikipia:Laikipia East,Laikipia North,Laikipia West
Lamu:Lamu East,Lamu West
Machakos:Kangundo,Kathiani,Machakos Town,Masinga,Matungulu,Mavoko,Mwala,Yatta
Makueni:Kaiti,Kibwezi East,Kibwezi West,Kilome,Makueni,Mbooni
Mandera:Banissa,Lafey,Mandera East,Mandera North,Mandera South,Mandera West
Marsabit:Laisamis,Moyale,North Horr,Saku
Meru:Buuri,Central Imenti,Igembe Central,Igembe North,Igembe South,North Imenti,South Imenti,Tigania East,Tigania West
Migori:Awendo,Kuria East,Kuria West,Nyatike,Rongo,Suna East,Suna West,Uriri
Mombasa:Changamwe,Jomvu,Kisauni,Likoni,Mvita,Nyali
Murang'a:Gatanga,Kandara,Kangema,Kigumo,Kiharu,Maragwa,Mathioya
Nairobi:Dagoretti North,Dagoretti South,Embakasi Central,Embakasi East,Embakasi North,Embakasi South,Embakasi West,Kamukunji,Kasarani,Kibra,Langata,Makadara,Mathare,Roysambu,Ruaraka,Starehe,Westlands
Nakuru:Bahati,Gilgil,Kuresoi North,Kuresoi South,Molo,Naivasha,Nakuru Town East,Nakuru Town West,Njoro,Rongai,Subukia
Nandi:Aldai,Chesumei,Emgwen,Mosop,Nandi Hills,Tinderet
Narok:Emurua Dikirr,Kilgoris,Narok East,Narok North,Narok South,Narok West
Nyamira:Borabu,Kitutu Masaba,North Mugirango,West Mugirango
Nyandarua:Kinangop,Kipipiri,Ndaragwa,Ol Jorok,Ol Kalou
Nyeri:Kieni,Mathira,Mukurweini,Nyeri Town,Othaya,Tetu
Samburu:Samburu East,Samburu North,Samburu West
Siaya:Alego Usonga,Bondo,Gem,Rarieda,Ugenya,Ugunja
Taita-Taveta:Mwatate,Taveta,Voi,Wundanyi
Tana River:Bura,Galole,Garsen
Tharaka-Nithi:Chuka/Igambang'ombe,Maara,Tharaka
Trans Nzoia:Cherangany,Endebess,Kiminini,Kwanza,Saboti
Turkana:Loima,Turkana Central,Turkana East,Turkana North,Turkana South,Turkana West
Uasin Gishu:Ainabkoi,Kapseret,Kesses,Moiben,Soy,Turbo
Vihiga:Emuhaya,Hamisi,Luanda,Sabatia,Vihiga
Wajir:Eldas,Tarbaj,Wajir East,Wajir North,Wajir South,Wajir West
West Pokot:Kacheliba,Kapenguria,Pokot South,Sigor
`;

export interface Place {
  readonly county: string;
  readonly town: string;
}

const PLACES = new Map(
  DATA.trim()
    .split('\n')
    .map((line) => {
      const [county = '', towns = ''] = line.split(':');
      return [county, towns.split(',')] as const;
    }),
);

/** By name. */
export const COUNTIES: readonly string[] = [...PLACES.keys()];

/** Former names that people still search for. */
const ALIASES: Readonly<Record<string, string>> = { 'Suba North': 'Mbita', 'Suba South': 'Suba' };

const MOST_FOUND = 8;

/** Returns the constituencies of a county by name. Empty for an unknown county. */
export function getTowns(county: string): readonly string[] {
  return PLACES.get(county) ?? [];
}

export function belongsTo(town: string, county: string): boolean {
  return getTowns(county).includes(town);
}

/** Returns the key that compares places, without case, spaces and punctuation (providers 5.1). */
export function placeKey(county: string, city: string): string {
  return `${toSearchKey(county)}/${toSearchKey(city)}`;
}

/** Keeps lower-case letters and digits only. */
export function toSearchKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/**
 * Returns up to 8 towns for a typed text (U26). Ranking: the name starts with it, a word starts with it, every typed
 * word starts a word of the town or county, the name contains it.
 */
export function searchTowns(words: string): readonly Place[] {
  if (toSearchKey(words) === '') return [];
  const found = [...PLACES].flatMap(([county, towns]) =>
    towns.map((town) => ({ county, town, rank: getRank(words, county, town) })),
  );
  return found
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_FOUND)
    .map(({ county, town }) => ({ county, town }));
}

const NOT_FOUND = 4;

function getRank(typed: string, county: string, town: string): number {
  const name = `${town} ${ALIASES[town] ?? ''}`;
  if (toSearchKey(name).startsWith(toSearchKey(typed))) return 0;
  if (toSpacedWords(name).includes(toSpacedWords(typed))) return 1;
  const known = toSpacedWords(`${name} ${county}`);
  if (
    toSpacedWords(typed)
      .trim()
      .split(' ')
      .every((word) => known.includes(` ${word}`))
  )
    return 2;
  return toSearchKey(name).includes(toSearchKey(typed)) ? 3 : NOT_FOUND;
}

/** Returns lower-case words with a space before each. Apostrophes do not separate words. */
function toSpacedWords(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .replace(/[^a-z\d]+/g, ' ')
    .replace(/^ ?/, ' ')
    .trimEnd();
}
