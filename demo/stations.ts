/** When a station is open; `usual` says nothing, so that the fallback of §3 holds. */
export type HoursKind = 'usual' | 'shop' | 'mall' | 'petrol' | 'market';

export interface DemoStation {
  readonly county: string;
  /** Constituency. */
  readonly town: string;
  readonly name: string;
  readonly address: string;
  readonly hours: HoursKind;
}

type Row = readonly [town: string, name: string, address: string, hours: HoursKind];

/** The demo shop's pickup stations; every county has at least one. */
const STATIONS: Readonly<Record<string, readonly Row[]>> = {
  Baringo: [
    ['Baringo Central', 'Kabarnet Post Office Lane', 'Hospital Road, Kabarnet', 'shop'],
    ['Eldama Ravine', 'Eldama Ravine Stage', 'Nakuru Road, Eldama Ravine', 'usual'],
  ],
  Bomet: [
    ['Bomet Central', 'Bomet Green Stadium', 'Narok–Sotik Highway, Bomet', 'shop'],
    ['Sotik', 'Sotik Town Centre', 'Kisii Road, Sotik', 'usual'],
  ],
  Bungoma: [
    ['Kanduyi', 'Bungoma Moi Avenue', 'Moi Avenue, Bungoma', 'mall'],
    ['Webuye West', 'Webuye Township', 'Webuye–Kitale Road, Webuye', 'usual'],
    ['Kimilili', 'Kimilili Market', 'Misikhu Road, Kimilili', 'market'],
  ],
  Busia: [
    ['Matayos', 'Busia Border Plaza', 'Kisumu–Busia Highway, Busia', 'shop'],
    ['Teso North', 'Malaba Stage', 'Bungoma–Malaba Road, Malaba', 'petrol'],
  ],
  'Elgeyo-Marakwet': [
    ['Keiyo North', 'Iten View Point', 'Eldoret–Iten Road, Iten', 'shop'],
    ['Marakwet West', 'Kapsowar Centre', 'Iten–Kapsowar Road, Kapsowar', 'usual'],
  ],
  Embu: [
    ['Manyatta', 'Embu Mall', 'Kenyatta Highway, Embu', 'mall'],
    ['Runyenjes', 'Runyenjes Market', 'Embu–Meru Road, Runyenjes', 'market'],
    ['Mbeere South', 'Kiritiri Centre', 'Kiritiri–Kiambere Road, Kiritiri', 'usual'],
  ],
  Garissa: [
    ['Garissa Township', 'Garissa Kismayu Road', 'Kismayu Road, Garissa', 'shop'],
    ['Dadaab', 'Dadaab Main Street', 'Garissa–Dadaab Road, Dadaab', 'usual'],
  ],
  'Homa Bay': [
    ['Homa Bay Town', 'Homa Bay Pier Road', 'Pier Road, Homa Bay', 'shop'],
    ['Kasipul', 'Oyugis Bus Park', 'Kisumu–Kisii Road, Oyugis', 'market'],
    ['Suba North', 'Mbita Ferry', 'Homa Bay–Mbita Road, Mbita', 'usual'],
  ],
  Isiolo: [['Isiolo North', 'Isiolo Barracks Road', 'Great North Road, Isiolo', 'shop']],
  Kajiado: [
    ['Kajiado North', 'Ngong Milele Mall', 'Ngong–Kibiko Road, Ngong', 'mall'],
    ['Kajiado North', 'Ongata Rongai Tuskys Stage', 'Magadi Road, Ongata Rongai', 'mall'],
    ['Kajiado East', 'Kitengela Mall', 'Namanga Road, Kitengela', 'mall'],
    ['Kajiado Central', 'Kajiado Town', 'Namanga Road, Kajiado', 'shop'],
    ['Kajiado South', 'Loitokitok Market', 'Emali–Loitokitok Road, Loitokitok', 'usual'],
  ],
  Kakamega: [
    ['Lurambi', 'Kakamega Muliro Gardens', 'Cannon Awori Street, Kakamega', 'mall'],
    ['Lurambi', 'Kakamega Bus Park', 'Kisumu–Kakamega Road, Kakamega', 'shop'],
    ['Mumias West', 'Mumias Centre', 'Mumias–Bungoma Road, Mumias', 'usual'],
    ['Butere', 'Butere Railway Station', 'Station Road, Butere', 'usual'],
    ['Malava', 'Malava Town', 'Kakamega–Webuye Road, Malava', 'market'],
  ],
  Kericho: [
    ['Ainamoi', 'Kericho Tea Square', 'Moi Highway, Kericho', 'mall'],
    ['Bureti', 'Litein Stage', 'Kericho–Sotik Road, Litein', 'usual'],
  ],
  Kiambu: [
    ['Thika Town', 'Thika Section 9', 'Kenyatta Highway, Thika', 'mall'],
    ['Thika Town', 'Thika Makongeni', 'Garissa Road, Thika', 'shop'],
    ['Ruiru', 'Ruiru Bypass', 'Eastern Bypass, Ruiru', 'petrol'],
    ['Juja', 'Juja City Mall', 'Thika Superhighway, Juja', 'mall'],
    ['Kiambu', 'Kiambu Town', 'Biashara Street, Kiambu', 'shop'],
    ['Kiambaa', 'Ruaka Square', 'Limuru Road, Ruaka', 'mall'],
    ['Kikuyu', 'Kikuyu Town', 'Station Road, Kikuyu', 'shop'],
    ['Limuru', 'Limuru Town', 'Limuru–Nakuru Road, Limuru', 'usual'],
  ],
  Kilifi: [
    ['Kilifi North', 'Kilifi Bofa Road', 'Bofa Road, Kilifi', 'shop'],
    ['Kilifi South', 'Mtwapa Mall', 'Mombasa–Malindi Road, Mtwapa', 'mall'],
    ['Malindi', 'Malindi Lamu Road', 'Lamu Road, Malindi', 'mall'],
    ['Kaloleni', 'Mariakani Weighbridge', 'Nairobi–Mombasa Road, Mariakani', 'petrol'],
  ],
  Kirinyaga: [
    ['Kirinyaga Central', 'Kerugoya Town', 'Kutus Road, Kerugoya', 'shop'],
    ['Mwea', 'Wang’uru Market', 'Makutano–Embu Road, Wang’uru', 'market'],
  ],
  Kisii: [
    ['Nyaribari Chache', 'Kisii Uhuru Plaza', 'Hospital Road, Kisii', 'mall'],
    ['Kitutu Chache South', 'Kisii Daraja Mbili', 'Kisii–Migori Road, Kisii', 'shop'],
    ['Bomachoge Chache', 'Ogembo Town', 'Kisii–Kilgoris Road, Ogembo', 'usual'],
  ],
  Kisumu: [
    ['Kisumu Central', 'Kisumu Mega Plaza', 'Oginga Odinga Street, Kisumu', 'mall'],
    ['Kisumu Central', 'Kisumu Bus Park', 'Jomo Kenyatta Highway, Kisumu', 'shop'],
    ['Kisumu East', 'Kondele Stage', 'Kakamega Road, Kondele', 'petrol'],
    ['Kisumu West', 'Maseno Centre', 'Kisumu–Busia Road, Maseno', 'usual'],
    ['Nyando', 'Ahero Market', 'Kisumu–Nairobi Road, Ahero', 'market'],
  ],
  Kitui: [
    ['Kitui Central', 'Kitui Town', 'Kalundu Road, Kitui', 'shop'],
    ['Mwingi Central', 'Mwingi Town', 'Thika–Garissa Road, Mwingi', 'petrol'],
  ],
  Kwale: [
    ['Msambweni', 'Diani Beach Shopping Centre', 'Diani Beach Road, Diani', 'mall'],
    ['Matuga', 'Kwale Town', 'Kwale–Kinango Road, Kwale', 'usual'],
  ],
  Laikipia: [
    ['Laikipia East', 'Nanyuki Mall', 'Nyeri–Nanyuki Road, Nanyuki', 'mall'],
    ['Laikipia West', 'Nyahururu Town', 'Kenyatta Avenue, Nyahururu', 'shop'],
  ],
  Lamu: [['Lamu West', 'Mokowe Jetty', 'Lamu–Garsen Road, Mokowe', 'usual']],
  Machakos: [
    ['Machakos Town', 'Machakos Mulu Mutisya', 'Mbolu Malu Road, Machakos', 'mall'],
    ['Mavoko', 'Athi River Makadara', 'Namanga Road, Athi River', 'shop'],
    ['Mavoko', 'Mlolongo Gateway', 'Mombasa Road, Mlolongo', 'mall'],
    ['Matungulu', 'Tala Market', 'Tala–Kangundo Road, Tala', 'market'],
  ],
  Makueni: [
    ['Makueni', 'Wote Town', 'Wote–Machakos Road, Wote', 'shop'],
    ['Kibwezi West', 'Makindu Temple', 'Nairobi–Mombasa Road, Makindu', 'petrol'],
  ],
  Mandera: [['Mandera East', 'Mandera Town', 'Wajir Road, Mandera', 'usual']],
  Marsabit: [
    ['Saku', 'Marsabit Town', 'Isiolo–Moyale Road, Marsabit', 'shop'],
    ['Moyale', 'Moyale Border', 'Isiolo–Moyale Road, Moyale', 'usual'],
  ],
  Meru: [
    ['North Imenti', 'Meru Greenwood City', 'Nanyuki–Meru Road, Meru', 'mall'],
    ['North Imenti', 'Meru Makutano', 'Meru–Maua Road, Makutano', 'shop'],
    ['Igembe South', 'Maua Town', 'Meru–Maua Road, Maua', 'market'],
    ['South Imenti', 'Nkubu Centre', 'Embu–Meru Road, Nkubu', 'usual'],
  ],
  Migori: [
    ['Suna East', 'Migori Posta', 'Kisii–Isebania Highway, Migori', 'shop'],
    ['Rongo', 'Rongo Town', 'Kisii–Migori Road, Rongo', 'usual'],
  ],
  Mombasa: [
    ['Nyali', 'Nyali City Mall', 'Links Road, Nyali', 'mall'],
    ['Nyali', 'Nyali Bridge Service Station', 'Malindi Road, Kongowea', 'petrol'],
    ['Mvita', 'Mombasa Moi Avenue', 'Moi Avenue, Mombasa Island', 'mall'],
    ['Mvita', 'Mwembe Tayari', 'Jomo Kenyatta Avenue, Mombasa Island', 'shop'],
    ['Kisauni', 'Bamburi Mtambo', 'Malindi Road, Bamburi', 'shop'],
    ['Changamwe', 'Changamwe Roundabout', 'Airport Road, Changamwe', 'petrol'],
    ['Likoni', 'Likoni Ferry', 'Likoni–Ukunda Road, Likoni', 'usual'],
  ],
  "Murang'a": [
    ['Kiharu', "Murang'a Town", "Market Street, Murang'a", 'shop'],
    ['Maragwa', 'Kenol Stage', 'Thika–Kenol Highway, Kenol', 'petrol'],
  ],
  Nairobi: [
    ['Westlands', 'Westlands Sarit', 'Karuna Road, Westlands', 'mall'],
    ['Westlands', 'Westlands Mpaka Road', 'Mpaka Road, Westlands', 'shop'],
    ['Westlands', 'Parklands Diamond Plaza', 'Fourth Parklands Avenue, Parklands', 'mall'],
    ['Dagoretti North', 'Kilimani Yaya', 'Argwings Kodhek Road, Kilimani', 'mall'],
    ['Dagoretti North', 'Kawangware 46', 'Naivasha Road, Kawangware', 'shop'],
    ['Dagoretti South', 'Dagoretti Corner', 'Ngong Road, Dagoretti Corner', 'shop'],
    ['Langata', 'Karen Hub', 'Dagoretti Road, Karen', 'mall'],
    ['Langata', 'Langata Freedom Heights', 'Langata Road, Langata', 'mall'],
    ['Kibra', 'Kibra Olympic', 'Kibera Drive, Kibra', 'shop'],
    ['Roysambu', 'Roysambu TRM', 'Thika Superhighway, Roysambu', 'mall'],
    ['Roysambu', 'Kahawa West Station', 'Kamiti Road, Kahawa West', 'usual'],
    ['Kasarani', 'Kasarani Sportsview', 'Kasarani–Mwiki Road, Kasarani', 'usual'],
    ['Kasarani', 'Mwiki Stage', 'Kasarani–Mwiki Road, Mwiki', 'market'],
    ['Ruaraka', 'Ruaraka Baba Dogo', 'Baba Dogo Road, Ruaraka', 'shop'],
    ['Embakasi South', 'Imara Daima', 'Mombasa Road, Imara Daima', 'mall'],
    ['Embakasi North', 'Dandora Phase 2', 'Mwangaza Road, Dandora', 'market'],
    ['Embakasi Central', 'Kayole Junction', 'Kangundo Road, Kayole', 'shop'],
    ['Embakasi East', 'Pipeline Tassia', 'Outer Ring Road, Tassia', 'shop'],
    ['Embakasi West', 'Umoja Innercore', 'Moi Drive, Umoja', 'shop'],
    ['Makadara', 'Makadara Jogoo Road', 'Jogoo Road, Makadara', 'shop'],
    ['Kamukunji', 'Eastleigh Section One', 'First Avenue, Eastleigh', 'mall'],
    ['Starehe', 'Nairobi CBD Moi Avenue', 'Moi Avenue, Nairobi', 'mall'],
    ['Starehe', 'Nairobi CBD Kimathi Street', 'Kimathi Street, Nairobi', 'shop'],
    ['Mathare', 'Mathare Huruma', 'Juja Road, Huruma', 'market'],
  ],
  Nakuru: [
    ['Nakuru Town East', 'Nakuru Westside Mall', 'Kenyatta Avenue, Nakuru', 'mall'],
    ['Nakuru Town East', 'Nakuru Section 58', 'Nairobi–Nakuru Highway, Nakuru', 'petrol'],
    ['Nakuru Town West', 'Nakuru Shabab', 'Kaptembwo Road, Nakuru', 'shop'],
    ['Naivasha', 'Naivasha Town', 'Moi Avenue, Naivasha', 'mall'],
    ['Gilgil', 'Gilgil Stage', 'Nairobi–Nakuru Highway, Gilgil', 'petrol'],
    ['Molo', 'Molo Town', 'Molo–Olenguruone Road, Molo', 'usual'],
  ],
  Nandi: [
    ['Emgwen', 'Kapsabet Town', 'Eldoret–Kapsabet Road, Kapsabet', 'shop'],
    ['Nandi Hills', 'Nandi Hills Town', 'Chemelil–Nandi Hills Road, Nandi Hills', 'usual'],
  ],
  Narok: [
    ['Narok North', 'Narok Town', 'Mai Mahiu–Narok Road, Narok', 'shop'],
    ['Kilgoris', 'Kilgoris Centre', 'Kisii–Kilgoris Road, Kilgoris', 'usual'],
  ],
  Nyamira: [
    ['West Mugirango', 'Nyamira Town', 'Konate–Nyamira Road, Nyamira', 'shop'],
    ['Borabu', 'Nyansiongo Stage', 'Kisii–Sotik Road, Nyansiongo', 'usual'],
  ],
  Nyandarua: [
    ['Ol Kalou', 'Ol Kalou Town', 'Gilgil–Nyahururu Road, Ol Kalou', 'shop'],
    ['Kinangop', 'Engineer Town', 'Flyover–Njabini Road, Engineer', 'usual'],
  ],
  Nyeri: [
    ['Nyeri Town', 'Nyeri Kimathi Way', 'Kimathi Way, Nyeri', 'mall'],
    ['Mathira', 'Karatina Market', 'Nairobi–Nyeri Road, Karatina', 'market'],
    ['Othaya', 'Othaya Town', 'Nyeri–Othaya Road, Othaya', 'usual'],
  ],
  Samburu: [['Samburu West', 'Maralal Town', 'Rumuruti–Maralal Road, Maralal', 'usual']],
  Siaya: [
    ['Alego Usonga', 'Siaya Town', 'Ng’iya Road, Siaya', 'shop'],
    ['Bondo', 'Bondo Town', 'Kisumu–Usenge Road, Bondo', 'usual'],
  ],
  'Taita-Taveta': [
    ['Voi', 'Voi Town', 'Nairobi–Mombasa Road, Voi', 'petrol'],
    ['Taveta', 'Taveta Border', 'Voi–Taveta Road, Taveta', 'usual'],
  ],
  'Tana River': [['Galole', 'Hola Town', 'Garissa–Garsen Road, Hola', 'usual']],
  'Tharaka-Nithi': [
    ["Chuka/Igambang'ombe", 'Chuka Town', 'Embu–Meru Road, Chuka', 'shop'],
    ['Tharaka', 'Marimanti Centre', 'Chiakariga–Marimanti Road, Marimanti', 'usual'],
  ],
  'Trans Nzoia': [
    ['Saboti', 'Kitale Mega Centre', 'Kenyatta Street, Kitale', 'mall'],
    ['Kiminini', 'Kiminini Market', 'Kitale–Webuye Road, Kiminini', 'market'],
  ],
  Turkana: [
    ['Turkana Central', 'Lodwar Town', 'Kitale–Lodwar Road, Lodwar', 'shop'],
    ['Turkana West', 'Kakuma Centre', 'Lodwar–Lokichoggio Road, Kakuma', 'usual'],
  ],
  'Uasin Gishu': [
    ['Ainabkoi', 'Eldoret Zion Mall', 'Uganda Road, Eldoret', 'mall'],
    ['Kapseret', 'Eldoret Langas', 'Kisumu Road, Langas', 'shop'],
    ['Turbo', 'Eldoret Huruma', 'Kitale Road, Huruma', 'market'],
  ],
  Vihiga: [
    ['Vihiga', 'Mbale Town', 'Kisumu–Kakamega Road, Mbale', 'shop'],
    ['Luanda', 'Luanda Market', 'Kisumu–Busia Road, Luanda', 'market'],
  ],
  Wajir: [['Wajir East', 'Wajir Town', 'Garissa Road, Wajir', 'usual']],
  'West Pokot': [['Kapenguria', 'Makutano Stage', 'Kitale–Lodwar Road, Makutano', 'usual']],
};

export const demoStations: readonly DemoStation[] = Object.entries(STATIONS).flatMap(([county, rows]) =>
  rows.map(([town, name, address, hours]) => ({ county, town, name, address, hours })),
);
