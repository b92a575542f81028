import { translations } from '../../language/translations.ts';

export const texts = translations({
  en: {
    title: 'Payments',
    about:
      'Connect your account at PayMongo or Xendit, and buyers pay with GCash, Maya, card or bank. Its keys are stored encrypted and never shown again.',
    aboutTest: 'In test mode all payments are made in the sandbox: you choose their result, and no money moves.',
    emptyTest: 'An account is connected in the live organization. Leave test mode to see it.',
    empty: 'No account connected.',
    emptySandbox: 'You can try everything until you connect one: no money is taken, and anyone gets tickets.',
    emptyAbout: 'Until you connect one, the operator of this installation decides where payments go.',
    provider: 'Provider',
    status: 'Status',
    inUse: 'Active',
    notInUse: 'Refunds only',
    mode: 'Mode',
    live: 'Live',
    test: 'Test',
    methods: 'Payment methods',
    allMethods: 'Choose none to offer all methods of the account.',
    webhookUrl: 'Webhook URL',
    updated: 'Updated',
    connect: 'Connect account',
    secretKey: 'Secret key',
    webhookSecret: 'Webhook secret',
    hints: {
      paymongo: {
        secretKey: 'In PayMongo’s dashboard: Developers, API keys. It begins with sk_live_, or sk_test_ to try.',
        webhookUrl:
          'Create a webhook with this address in PayMongo’s dashboard: Developers, Webhooks. Its events: checkout_session.payment.paid, payment.refunded, payment.refund.updated.',
        webhookSecret: 'PayMongo then shows it with the webhook. It begins with whsk_.',
      },
      xendit: {
        secretKey: 'In Xendit’s dashboard: Settings, API keys.',
        webhookUrl:
          'Enter this address in Xendit’s dashboard: Settings, Webhooks, for payment sessions, payments and refunds.',
        webhookSecret: 'The verification token of the same page.',
      },
    },
    replaces: (provider: string) =>
      `This replaces the account at ${provider}. If the new one is another account, do not delete the earlier key and webhook there: payments of the earlier account are confirmed and refunded with them.`,
    submit: 'Connect',
    saved: 'Account connected',
    remove: 'Disconnect',
    removeQuestion: (provider: string) =>
      `New payments no longer go to ${provider}. Earlier payments can still be refunded.`,
    removed: 'Account disconnected',
  },
  fil: {
    title: 'Mga payment',
    about:
      'Ikonekta ang account mo sa PayMongo o Xendit, at makakapagbayad sila sa GCash, Maya, card o bangko. Naka-encrypt ang mga key nito at hindi na ulit ipapakita.',
    aboutTest:
      'Sa test mode, sa sandbox ginagawa ang lahat ng bayad: ikaw ang pumipili ng resulta, at walang perang gumagalaw.',
    emptyTest: 'Sa live na organisasyon ikinokonekta ang account. Umalis sa test mode para makita ito.',
    empty: 'Walang nakakonektang account.',
    emptySandbox:
      'Masusubukan mo ang lahat hanggang magkonekta ka: walang sinisingil na pera, at makakakuha ng ticket ang kahit sino.',
    emptyAbout:
      'Hangga’t walang nakakonekta, ang operator ng installation na ito ang nagpapasya kung saan pupunta ang bayad.',
    provider: 'Provider',
    status: 'Status',
    inUse: 'Active',
    notInUse: 'Refund lang',
    mode: 'Mode',
    live: 'Live',
    test: 'Test',
    methods: 'Mga paraan ng bayad',
    allMethods: 'Huwag pumili kung iaalok ang lahat ng paraan ng account.',
    webhookUrl: 'Webhook URL',
    updated: 'Binago noong',
    connect: 'Magkonekta ng account',
    secretKey: 'Secret key',
    webhookSecret: 'Webhook secret',
    hints: {
      paymongo: {
        secretKey:
          'Sa dashboard ng PayMongo: Developers, API keys. Nagsisimula ito sa sk_live_, o sk_test_ kung susubok.',
        webhookUrl:
          'Gumawa ng webhook na may ganitong address sa dashboard ng PayMongo: Developers, Webhooks. Mga event nito: checkout_session.payment.paid, payment.refunded, payment.refund.updated.',
        webhookSecret: 'Ipinapakita ito ng PayMongo kasama ng webhook. Nagsisimula ito sa whsk_.',
      },
      xendit: {
        secretKey: 'Sa dashboard ng Xendit: Settings, API keys.',
        webhookUrl:
          'Ilagay ang address na ito sa dashboard ng Xendit: Settings, Webhooks, para sa payment sessions, payments at refunds.',
        webhookSecret: 'Ang verification token sa parehong page.',
      },
    },
    replaces: (provider: string) =>
      `Papalitan nito ang account sa ${provider}. Kung ibang account ang bago, huwag burahin doon ang dating key at webhook: sa mga iyon kinukumpirma at nire-refund ang mga bayad sa dating account.`,
    submit: 'Ikonekta',
    saved: 'Nakakonekta na ang account',
    remove: 'I-disconnect',
    removeQuestion: (provider) =>
      `Hindi na pupunta sa ${provider} ang mga bagong bayad. Mare-refund pa rin ang mga naunang bayad.`,
    removed: 'Na-disconnect ang account',
  },
});
