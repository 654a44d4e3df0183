/** How long a parcel takes (U28), an owner's to change. Apart from shop.config.ts, because only the checkout needs it. */
export const deliveryTimes = {
  /** Every county stands in one zone. `towns` are constituencies and everyday names that go by another time than their county. */
  zones: [
    {
      estimate: '24 hours',
      counties: ['Nairobi', 'Kiambu'],
      towns: ['Kajiado North', 'Kajiado East', 'Mavoko', 'Ngong', 'Ongata Rongai', 'Kitengela', 'Kiserian', 'Athi River', 'Syokimau', 'Mlolongo', 'Thika'],
    },
    {
      estimate: '1 to 3 days',
      counties: [
        'Baringo', 'Bomet', 'Bungoma', 'Busia', 'Elgeyo-Marakwet', 'Embu', 'Homa Bay', 'Kajiado', 'Kakamega', 'Kericho', 'Kilifi', 'Kirinyaga', 'Kisii',
        'Kisumu', 'Kitui', 'Kwale', 'Laikipia', 'Machakos', 'Makueni', 'Meru', 'Migori', 'Mombasa', "Murang'a", 'Nakuru', 'Nandi', 'Narok', 'Nyamira',
        'Nyandarua', 'Nyeri', 'Siaya', 'Taita-Taveta', 'Tharaka-Nithi', 'Trans Nzoia', 'Uasin Gishu', 'Vihiga',
      ],
      towns: [
        'Eldoret', 'Kitale', 'Nanyuki', 'Nyahururu', 'Karatina', 'Kerugoya', 'Chuka', 'Maua', 'Webuye', 'Mumias', 'Oyugis', 'Mbita', 'Kapsabet', 'Iten',
        'Kabarnet', 'Ahero', 'Maseno', 'Diani', 'Ukunda', 'Watamu', 'Mtwapa', 'Kikambala', 'Wote', 'Emali', 'Mtito Andei', 'Mwingi', 'Tala', 'Litein', 'Keroka', 'Ogembo',
        'Isebania', 'Malaba', 'Engineer', 'Namanga', 'Loitokitok', 'Magadi',
      ],
    },
    {
      estimate: '3 to 5 days',
      counties: ['Garissa', 'Isiolo', 'Lamu', 'Mandera', 'Marsabit', 'Samburu', 'Tana River', 'Turkana', 'Wajir', 'West Pokot'],
      towns: ['Tiaty', 'Lodwar', 'Kakuma', 'Lokichoggio', 'Lokichar', 'Maralal', 'Mpeketoni', 'Hola', 'El Wak', 'Masalani'],
    },
  ],
  /** Of a place that no zone knows. */
  elsewhere: '1 to 5 days, depending on the place',
} as const;
