const firstNames = ['Ada', 'Bea', 'Cleo', 'Dora', 'Esme', 'Fern', 'Greta', 'Hana', 'Iris', 'Jade'];

/**
 * A file of two hundred people, whose last names end with this mark and whose telephones are in this area, and of more rows.
 * Each area has birth dates of its own: the same first name, a similar last name and the same birth date are a likely duplicate.
 */
export function clientFile(mark: string, area: string, ...more: string[]): string {
  const people = Array.from({ length: 200 }, (_none, place) => {
    const first = firstNames[place % firstNames.length] ?? '';
    const day = String(((place + Number(area)) % 28) + 1);
    return `${first},Newcomer${Math.floor(place / 10)} ${mark},${first.toLowerCase()}.${place}.${mark}@example.com,(${area}) 010-${String(1000 + place)},${(place % 12) + 1}/${day}/${1950 + (place % 50)},Came with the file`;
  });
  return ['First Name,Last Name,E-mail,Cell Phone,DOB,Remarks', ...people, ...more, ''].join(
    '\r\n',
  );
}
