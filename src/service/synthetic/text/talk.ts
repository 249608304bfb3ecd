/**
 * What people say on calls, by subject and side. `{product}`, `{rival}`, `{count}`,
 * `{month}` and `{person}` are filled in. Trackers look for words in these very sentences.
 */

/** What one side says about a subject: statements and questions. */
export interface Side {
  readonly says: readonly string[];
  readonly asks: readonly string[];
}

export interface Subject {
  readonly name: string;
  /** `opening` and `closing` subjects frame every call; the others come and go. */
  readonly place: 'opening' | 'middle' | 'closing';
  readonly company: Side;
  readonly customer: Side;
}

export const subjects: readonly Subject[] = [
  {
    name: 'Call Setup',
    place: 'opening',
    company: {
      says: [
        'Good to see everyone, thanks for joining.',
        'I am sharing my screen now.',
        'We have {count} minutes, so let me start with the agenda.',
        'This call is being recorded, just so you know.',
      ],
      asks: ['Can everyone hear me all right?', 'Are we waiting for anyone else?'],
    },
    customer: {
      says: [
        'Hi, sorry, I was on mute.',
        'We can hear you fine.',
        '{person} will join a few minutes late.',
        'Give me one second to find a quiet room.',
      ],
      asks: ['Is this the right link for next time too?', 'Can you send the slides afterwards?'],
    },
  },
  {
    name: 'Small Talk',
    place: 'opening',
    company: {
      says: [
        'It has been raining here since Monday.',
        'Congratulations on the new office, by the way.',
        'My train was late again, but here I am.',
      ],
      asks: ['How was the conference last week?', 'Did you manage to take some days off?'],
    },
    customer: {
      says: [
        'It is quarter end, so everybody is a little tired.',
        'We are all back in the office now, more or less.',
        'The children are at home today, you may hear them.',
      ],
      asks: ['And how are things on your side?', 'Are you based on the coast as well?'],
    },
  },
  {
    name: 'Business Goals',
    place: 'middle',
    company: {
      says: [
        'So the goal is to reduce manual work by {count} percent this year.',
        'What I hear is that reporting takes too long and nobody trusts the numbers.',
        'Most teams like yours want to increase efficiency before they hire.',
      ],
      asks: [
        'What would success look like in {month}?',
        'Who feels the pain most today?',
        'What happens if you do nothing?',
      ],
    },
    customer: {
      says: [
        'Our main priority is to cut the time to close the books.',
        'Honestly the biggest pain is copying data between systems by hand.',
        'We lost {count} hours last month because of a broken export.',
        'The board wants one dashboard they can trust.',
      ],
      asks: [
        'How do other companies of our size handle this?',
        'Could we start with a single region?',
      ],
    },
  },
  {
    name: 'Product Demo',
    place: 'middle',
    company: {
      says: [
        'Here you see {product} with a sample of {count} records.',
        'When I click here, the pipeline runs and writes to the warehouse.',
        'Everything you see is available through the interface for developers as well.',
        '{product} keeps the history, so nothing is lost.',
      ],
      asks: [
        'Does that match how your team works?',
        'Shall I show the same thing with an error in it?',
      ],
    },
    customer: {
      says: [
        'That looks much simpler than what we have.',
        'I like that the history is kept.',
        'We would need that in two languages.',
      ],
      asks: [
        'Can we see the audit log?',
        'How fast is it with a million rows?',
        'Does {product} work with our own identity provider?',
      ],
    },
  },
  {
    name: 'Data Integration',
    place: 'middle',
    company: {
      says: [
        'The connector reads every change within a minute.',
        'You map the fields once, and {product} watches for drift.',
        'We support incremental loads and full refreshes.',
      ],
      asks: ['Which systems are the source of truth?', 'How many tables do you load each night?'],
    },
    customer: {
      says: [
        'We have {count} tables, but only a dozen really matter.',
        'Some of it still arrives as spreadsheets by mail.',
        'Our data warehouse is moving to another region in {month}.',
      ],
      asks: ['What happens when a column is renamed?', 'Can we replay a day that failed?'],
    },
  },
  {
    name: 'Security',
    place: 'middle',
    company: {
      says: [
        'All data is encrypted at rest and in transit.',
        'We can send the security questionnaire and the audit report today.',
        'Single sign-on is included in every plan.',
      ],
      asks: [
        'Does your security team need a penetration test report?',
        'Is there a data residency requirement?',
      ],
    },
    customer: {
      says: [
        'Our security review takes about {count} days.',
        'Compliance will insist on single sign-on.',
        'Legal has to see the data processing agreement first.',
      ],
      asks: ['Where is the data stored?', 'Who on your side can see our records?'],
    },
  },
  {
    name: 'Competition',
    place: 'middle',
    company: {
      says: [
        'Compared to {rival}, we charge by use and not by seat.',
        'Several customers moved over from {rival} last year.',
        'I would rather show the difference than talk about it.',
      ],
      asks: [
        'Are you looking at any other vendor at the moment?',
        'What do you like about {rival}?',
      ],
    },
    customer: {
      says: [
        'We are also talking to {rival}, to be open about it.',
        '{rival} gave us a lower price, but the support was slow.',
        'The team used {rival} at their last job.',
      ],
      asks: ['How are you different from {rival}?', 'Can we import what we built in {rival}?'],
    },
  },
  {
    name: 'Pricing',
    place: 'middle',
    company: {
      says: [
        'The list price is {count} a month for the whole team.',
        'I can offer a discount if we sign before the end of {month}.',
        'The pricing structure is simple: a base fee and a price per thousand records.',
      ],
      asks: ['Do you have a budget for this year?', 'Would an annual contract work for you?'],
    },
    customer: {
      says: [
        'That is too expensive for the first year.',
        'The budget was approved for {count} thousand, not more.',
        'Finance will ask for a discount anyway.',
        'We have budget left until {month}.',
      ],
      asks: [
        'Is there a discount for two years?',
        'What is the price per user?',
        'Can we pay quarterly?',
      ],
    },
  },
  {
    name: 'Decision Process',
    place: 'middle',
    company: {
      says: [
        'Then let us write down the steps in the decision.',
        'I will prepare a short business case for {person}.',
        'Usually the evaluation takes three weeks.',
      ],
      asks: [
        'Who else has to sign off on this?',
        'What is the approval process on your side?',
        'Which decision criteria matter most?',
      ],
    },
    customer: {
      says: [
        '{person} has the final say, I only recommend.',
        'The approval process goes through procurement.',
        'We would like a pilot before the formal decision.',
        'Our evaluation ends in {month}.',
      ],
      asks: [
        'Can you join a call with our chief financial officer?',
        'Is a proof of concept possible?',
      ],
    },
  },
  {
    name: 'Support and Onboarding',
    place: 'middle',
    company: {
      says: [
        'Onboarding takes two weeks, and you get a named contact.',
        'Our support answers within four hours.',
        'The rollout plan has {count} steps, most of them on our side.',
      ],
      asks: [
        'Who would be the administrator on your side?',
        'Is {month} realistic for the kick-off?',
      ],
    },
    customer: {
      says: [
        'The last rollout took far too long, we must avoid that.',
        'We have an open ticket with support since Tuesday.',
        'Training for {count} people would be needed.',
      ],
      asks: ['Is there a sandbox we can break?', 'Do you have training videos?'],
    },
  },
  {
    name: 'Contract',
    place: 'middle',
    company: {
      says: [
        'I will send the order form and the terms this afternoon.',
        'The contract renews every twelve months unless you cancel.',
        'We can add the clause about data deletion.',
      ],
      asks: ['Is your legal team fine with our terms?', 'Who signs on your side?'],
    },
    customer: {
      says: [
        'Legal has redlines on the liability clause.',
        'We need the contract before the {count}th.',
        'Procurement wants the renewal date moved to {month}.',
      ],
      asks: ['Can we get out after six months?', 'Is the renewal automatic?'],
    },
  },
  {
    name: 'Next Steps',
    place: 'closing',
    company: {
      says: [
        'As a next step I will send the proposal to {person}.',
        'Let us put a follow-up on the calendar for next week.',
        'I will share the recording and a summary.',
      ],
      asks: ['Does Thursday at ten work for a follow-up?', 'Can you introduce me to {person}?'],
    },
    customer: {
      says: [
        'I will forward it to {person} today.',
        'We will come back to you by Friday.',
        'Please include the numbers for {count} users.',
      ],
      asks: ['Can you send that by tomorrow?', 'Who will be our contact while you are away?'],
    },
  },
  {
    name: 'Wrap-Up',
    place: 'closing',
    company: {
      says: ['Thank you all for your time.', 'Have a good rest of the week.', 'Talk to you soon.'],
      asks: ['Anything else before we close?'],
    },
    customer: {
      says: ['Thanks, this was helpful.', 'Great, bye everyone.', 'Looking forward to it.'],
      asks: ['Will we get the recording?'],
    },
  },
];

/** What is said in calls of other languages: one bank each, whatever the subject. */
export const foreign: Readonly<
  Record<string, { readonly company: Side; readonly customer: Side }>
> = {
  fre: {
    company: {
      says: [
        'Merci à tous d’être là.',
        'Je vous montre {product} avec quelques exemples.',
        'Nous pouvons faire une remise avant la fin du mois.',
        'Je vous envoie la proposition cet après-midi.',
      ],
      asks: ['Quel est votre budget pour cette année ?', 'Qui prend la décision chez vous ?'],
    },
    customer: {
      says: [
        'Notre budget est déjà approuvé.',
        'C’est trop cher pour la première année.',
        'Il faut que le service juridique relise le contrat.',
      ],
      asks: ['Est-ce que les données restent en Europe ?', 'Y a-t-il une remise pour deux ans ?'],
    },
  },
  ger: {
    company: {
      says: [
        'Schön, dass alle da sind.',
        'Ich zeige Ihnen {product} an einem Beispiel.',
        'Wir können über einen Rabatt sprechen.',
        'Die Einführung dauert zwei Wochen.',
      ],
      asks: ['Wie hoch ist das Budget für dieses Jahr?', 'Wer entscheidet bei Ihnen?'],
    },
    customer: {
      says: [
        'Das Budget ist noch nicht freigegeben.',
        'Der Datenschutz muss das zuerst prüfen.',
        'Das größte Problem ist die Übergabe zwischen den Systemen.',
      ],
      asks: ['Gibt es einen Rabatt für zwei Jahre?', 'Wo liegen die Daten?'],
    },
  },
  spa: {
    company: {
      says: [
        'Gracias a todos por venir.',
        'Les muestro {product} con unos datos de ejemplo.',
        'El descuento vale hasta fin de mes.',
      ],
      asks: ['¿Cuál es el presupuesto para este año?', '¿Quién firma el contrato?'],
    },
    customer: {
      says: [
        'El presupuesto ya está aprobado.',
        'Necesitamos el contrato antes del viernes.',
        'Es más sencillo que lo que tenemos hoy.',
      ],
      asks: ['¿Hay un descuento por dos años?', '¿Dónde se guardan los datos?'],
    },
  },
  jpn: {
    company: {
      says: [
        '本日はお時間をいただきありがとうございます。',
        '{product}の画面をご覧ください。',
        '来週までにお見積もりをお送りします。',
      ],
      asks: ['今年の予算はいくらでしょうか。', 'どなたが決定されますか。'],
    },
    customer: {
      says: [
        '予算はもう承認されています。',
        '社内で確認してからご連絡します。',
        '今のシステムより簡単ですね。',
      ],
      asks: ['割引はありますか。', 'データはどこに保存されますか。'],
    },
  },
};

export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
