/** What buyers say of a kind of goods: what they like, what is so so, and what disappoints them. */
export interface Said {
  readonly good: readonly string[];
  readonly fair: readonly string[];
  readonly bad: readonly string[];
}

/** By the category's slug. */
export const SAID: Readonly<Record<string, Said>> = {
  phones: {
    good: [
      'The battery takes me from morning to the ride home.',
      'The camera is sharp even in the evening.',
      'Both SIM cards work at once, Safaricom and Airtel.',
      'It stays quick with WhatsApp, maps and M-Pesa open together.',
      'The screen is bright enough outside at noon.',
      'It charges fast and does not get hot.',
      'My photos and contacts came over in half an hour.',
    ],
    fair: [
      'The camera is fine by day and weak at night.',
      'It came with many apps that I had to remove.',
      'The battery is good, the charger in the box is slow.',
    ],
    bad: [
      'It gets warm while it charges.',
      'The battery is empty by four in the afternoon.',
      'The speaker is too quiet for a matatu.',
    ],
  },
  computers: {
    good: [
      'It starts in seconds and is quiet.',
      'I use it for Excel and Zoom all day without trouble.',
      'The keyboard is good for long reports.',
      'The battery lasts through a blackout.',
      'Setting it up took ten minutes.',
      'My daughter does her university work on it.',
    ],
    fair: [
      'It is quick enough, the screen could be brighter.',
      'Good for office work, not for heavy editing.',
      'The fan can be heard in a quiet room.',
    ],
    bad: [
      'The touchpad misses every third click.',
      'It slows down with ten tabs open.',
      'One of the ports was loose from the start.',
    ],
  },
  tvs: {
    good: [
      'The picture is clear from every chair in the room.',
      'YouTube and Netflix start at once.',
      'The free-to-air channels were found by themselves.',
      'Football looks really good on it.',
      'We put it on the wall the same evening.',
      'The sound is full without a soundbar.',
    ],
    fair: [
      'The picture is great, the sound is only fine.',
      'The remote is small and easily lost.',
      'It takes a while to start after a blackout.',
    ],
    bad: [
      'The apps are slow after some weeks.',
      'The picture is dark from the side.',
      'A wall bracket is not in the box.',
    ],
  },
  audio: {
    good: [
      'The bass is deep and voices stay clear.',
      'It connected to my phone at the first try.',
      'I charge it on Sunday and listen the whole week.',
      'Loud enough for a party outside.',
      'Comfortable even after two hours.',
      'Calls are clear, people hear me on the road.',
    ],
    fair: [
      'Good sound, the case scratches easily.',
      'The bass is a little too much for me.',
      'Fine at home, calls outside are noisy.',
    ],
    bad: [
      'One side is quieter than the other.',
      'The connection breaks two rooms away.',
      'The battery holds half of what is promised.',
    ],
  },
  gaming: {
    good: [
      'The children have not put it down since.',
      'No lag, also with friends online.',
      'The buttons feel solid.',
      'Games load quickly.',
      'It works with my older games too.',
    ],
    fair: [
      'Great fun, the cable could be longer.',
      'Good, but games are dear.',
      'It is fine, a second controller costs extra.',
    ],
    bad: [
      'The stick drifts after a month.',
      'The fan is loud in long games.',
      'Setting it up needed a big download first.',
    ],
  },
  'home-appliances': {
    good: [
      'It is quiet and easy to clean.',
      'The power bill did not go up.',
      'It fits our small kitchen in Umoja.',
      'We use it every day since it came.',
      'Simple to use, my mother needed no manual.',
      'It heats fast and switches off by itself.',
    ],
    fair: [
      'It does its work, the cord is short.',
      'Good, a bit louder than I thought.',
      'Fine for two people, small for a family.',
    ],
    bad: [
      'The lid does not close well.',
      'The paint came off after some weeks.',
      'It takes longer than it says on the box.',
    ],
  },
  accessories: {
    good: [
      'It fits well and feels solid.',
      'It charges my phone faster than the old one.',
      'Genuine, I checked the serial number.',
      'Small enough for a handbag.',
      'It has been to Mombasa and back with me.',
      'Exactly what is on the picture.',
    ],
    fair: [
      'Does what it should, nothing more.',
      'Good, but the colour is darker than here.',
      'Works, the box was a little crushed.',
    ],
    bad: ['The plug sits loosely.', 'It stopped working after three weeks.', 'Shorter than I expected.'],
  },
  cameras: {
    good: [
      'Pictures of the wedding came out very well.',
      'Easy to hold and quick to focus.',
      'At night I see the whole gate on my phone.',
      'The app was set up in five minutes.',
      'Colours look like they are.',
    ],
    fair: [
      'Good pictures, the menu takes a while to learn.',
      'Fine, but buy a bigger memory card with it.',
      'Sharp by day, grainy at night.',
    ],
    bad: [
      'The battery is empty after a hundred pictures.',
      'The app loses the camera every few days.',
      'The strap broke in the first week.',
    ],
  },
  'smart-home': {
    good: [
      'It works with the app from town as well.',
      'The lights now go off when we sleep.',
      'Set up in a few minutes, my wifi is slow.',
      'It comes back by itself after a blackout.',
    ],
    fair: [
      'Good, the app asks for too much.',
      'It only knows the 2.4 GHz wifi.',
      'Works well, the instructions are tiny.',
    ],
    bad: ['It loses the wifi once a week.', 'The app is only half in English.', 'It reacts after a few seconds.'],
  },
  'solar-power': {
    good: [
      'The lights stay on through every blackout.',
      'It charges full by noon, also on a cloudy day in Nyeri.',
      'It carries the TV, the decoder and the router.',
      'Quiet, no more generator.',
      'A fundi had it on the roof in two hours.',
    ],
    fair: [
      'Good, but the cables are too short for our roof.',
      'Enough for lights and phones, not for the fridge.',
      'The display is hard to read in the sun.',
    ],
    bad: [
      'It holds two hours instead of four.',
      'It beeps the whole night when it is low.',
      'One of the clips was missing.',
    ],
  },
  'personal-care': {
    good: [
      'Clean shave, no bumps.',
      'My hair dries in half the time.',
      'Light in the hand and not too loud.',
      'It holds its charge for two weeks.',
      'It travels with me to every upcountry visit.',
    ],
    fair: [
      'Good, one more attachment would be nice.',
      'It is fine for short hair.',
      'Works well, the cord gets in the way.',
    ],
    bad: ['It pulls instead of cutting.', 'It gets hot after ten minutes.', 'The switch sticks.'],
  },
  'fans-heaters': {
    good: [
      'The room is cool in minutes, even in Kisumu.',
      'So quiet that the baby sleeps beside it.',
      'In July it warms our sitting room quickly.',
      'Easy to carry from room to room.',
      'It uses little power.',
    ],
    fair: [
      'Good air, the highest step is loud.',
      'Enough for a bedroom, not for the hall.',
      'The foot is a bit shaky.',
    ],
    bad: ['It rattles on the second step.', 'The smell took a week to go.', 'A screw was missing in the box.'],
  },
};

/** Where the category is none of these. */
export const OTHER: Said = {
  good: [
    'It does what it promises.',
    'Well made for the price.',
    'Easy to use from the first day.',
    'My neighbour has ordered one too.',
  ],
  fair: ['It is fine for the price.', 'Good, with small weaknesses.', 'It works, the manual is thin.'],
  bad: ['It feels cheaper than it looks.', 'It was not what I had expected.', 'It had to be exchanged once.'],
};

/** Of goods of any kind. */
export const ANY: Said = {
  good: [
    'After three weeks everything is still fine.',
    'The price was better than in town.',
    'It looks even better than on the picture.',
    'Sealed box, with the warranty card inside.',
    'I compared three shops before I bought it here.',
    'It came a day earlier than promised.',
    'At home everybody wants to use it.',
  ],
  fair: ['I had expected a little more at this price.', 'The box had a dent, the inside was fine.'],
  bad: ['For this price I had expected more.'],
};

/** Before and after what is said of the goods, by the same three. */
export const OPENERS: Said = {
  good: [
    'Very happy with it.',
    'Worth every shilling.',
    'I bought it a month ago.',
    'Just as described.',
    'Second one that I buy here.',
    'Good value.',
    'Bought it for my sister.',
    'Genuine and sealed.',
  ],
  fair: ['It is okay.', 'Three stars from me.', 'Not bad.', 'Decent for the money.'],
  bad: ['Not what I hoped for.', 'I am a bit disappointed.', 'I would not buy it again.'],
};

export const CLOSERS: Said = {
  good: [
    'Delivery to Nakuru took two days.',
    'I recommend it.',
    'Thank you, Duka.',
    'The rider called before he came.',
    'I picked it up in Westlands the next day.',
    'Asante sana.',
    'Packed with care.',
  ],
  fair: ['Delivery was on time.', 'I will keep it.'],
  bad: ['Customer service was friendly at least.', 'I have asked for an exchange.', 'Delivery was fast, that is all.'],
};

export const TITLES: Said = {
  good: [
    'Very good',
    'Worth the money',
    'Highly recommended',
    'Love it',
    'Poa sana',
    'Genuine',
    'Does its job well',
    'Happy customer',
  ],
  fair: ['It is okay', 'Good, not great', 'Decent', 'Could be better'],
  bad: ['Disappointed', 'Not for me', 'Expected more'],
};
