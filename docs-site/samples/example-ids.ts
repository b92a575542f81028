/** What samples name, by the parameters of the SDK's methods. Readers put their own in their place, as the tests do. */
export const EXAMPLE_IDS = {
  eventId: '01968c77-f06a-7650-a69e-0d37f2a74de4',
  tierId: '01968c7e-1ea9-7893-923f-0824128b2f33',
  checkInListId: '01968c8a-2b1d-70ee-9531-985d5d9dc9f8',
  doorLinkId: '01968ca5-a657-76f0-9600-a35a099950d8',
  questionId: '01968cdb-2d01-7170-bd9c-172411e20b8f',
  seriesId: '01968d11-83a6-790f-93ac-94af0f21ddb6',
  waitingListEntryId: '01968d21-5c64-7a14-b926-3059f28c105d',
  orderId: '01968d29-477c-765a-95e6-0af593bd04cf',
  reservationId: '01968d2f-a06d-70bc-b898-d190f9ebdacc',
  refundRequestId: '01968d40-ac4c-724d-ab4c-b2424a23d596',
  ticketId: '01968d4f-c01c-78f5-8ef8-aa3892276658',
  passageId: '01968d66-e226-7922-94e3-bf911a61dbe2',
  messageId: '01968d7e-ee4e-78c0-98f1-35d25f557203',
  promoCodeId: '01968d86-f7c6-79e4-8f42-05b4907a70c3',
  subscriptionTierId: '01968da1-54a0-7882-ae2e-b1547f150524',
  subscriptionId: '01968dd8-0ff8-7771-906b-f2efc6f87718',
  webhookId: '01968e12-11ea-73f9-8cbd-87ad5c90a958',
  webhookDeliveryId: '01968e29-1482-73e7-87a2-ea20b2f14c94',
  checkoutId: 'cs_Yk3vQm8LrT1xWc6ZpN9aHd2JsF7uBe4RgK0oVi5XtPq',
  ticketNumber: 'AB3DE-FGH45',
  provider: 'paymongo',
};

export type ExampleIds = typeof EXAMPLE_IDS;
