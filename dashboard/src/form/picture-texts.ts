import { translations } from '../language/translations.ts';

export const texts = translations({
  en: {
    choose: 'Choose a picture',
    replace: 'Choose another picture',
    drop: 'Or drop it here. PNG, JPEG, WebP or AVIF, at most 10 MB.',
    uploading: 'Uploading …',
    remove: 'Remove',
    tooLarge: 'The file is larger than 10 MB. Save the picture smaller, and try again.',
    notPicture: 'This file is not a picture. Choose a PNG, JPEG, WebP or AVIF file.',
    none: 'No picture yet',
  },
  fil: {
    choose: 'Pumili ng larawan',
    replace: 'Pumili ng ibang larawan',
    drop: 'O i-drop dito. PNG, JPEG, WebP o AVIF, hanggang 10 MB.',
    uploading: 'Ina-upload …',
    remove: 'Alisin',
    tooLarge: 'Lampas sa 10 MB ang file. I-save nang mas maliit ang larawan at subukan ulit.',
    notPicture: 'Hindi larawan ang file na ito. Pumili ng PNG, JPEG, WebP o AVIF.',
    none: 'Wala pang larawan',
  },
});
