/** How `api.POST` sends a file: as it is. A type is not needed twice, and the server looks at the bytes. */
export const pictureBody = (file: Blob) =>
  ({
    body: file,
    bodySerializer: () => file,
    headers: { 'Content-Type': file.type },
  }) as const;
