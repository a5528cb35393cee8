-- The form of texts is made without a call for nearly all of them: those of ASCII and of Spanish, with single
-- spaces within. Lists fold whole columns.
create function fold_other(text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  folded text := lower($1);
begin
  if octet_length(folded) > length(folded) then
    -- The letters of Western Europe, which are most of all; then any other sign.
    folded := translate(folded, 'áàâäãåéèêëíìîïóòôöõúùûüñçýÿ', 'aaaaaaeeeeiiiiooooouuuuncyy');
  end if;
  if octet_length(folded) > length(folded) then
    folded := lower(regexp_replace(normalize(replace($1, '´', ''''), NFKD),
      -- Accents and vowel points, then what Unicode calls ignorable.
      '['
    '\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a'
    '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a'
    '\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
    '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff'
      ']+', '', 'g'));
    folded := translate(folded, 'øđðħıĸłŋŧƀɓɖɗƒɠɨƙƚɫɲƥʉⱥɇɉɍɏƴƶȥǥςʹʻʼʽ‘’‛′‐‒–—―−“”„‟⁄',
                                'oddhiqlntbbddfgikllnpuaejryyzzgσ''''''''''''''''------""""/');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    if folded ~ ('['
    '\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef'
    '\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0de6-\u0def\u0e50-\u0e59'
    '\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u1090-\u1099\u17e0-\u17e9\u1810-\u1819\u1946-\u194f'
    '\u19d0-\u19d9\u1a80-\u1a89\u1a90-\u1a99\u1b50-\u1b59\u1bb0-\u1bb9\u1c40-\u1c49\u1c50-\u1c59'
    '\ua620-\ua629\ua8d0-\ua8d9\ua900-\ua909\ua9d0-\ua9d9\ua9f0-\ua9f9\uaa50-\uaa59\uabf0-\uabf9'
      ']') then
      folded := translate(folded,
        U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
        '\07c0\07c1\07c2\07c3\07c4\07c5\07c6\07c7\07c8\07c9\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f'
        '\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f'
        '\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f'
        '\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f'
        '\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f'
        '\0de6\0de7\0de8\0de9\0dea\0deb\0dec\0ded\0dee\0def\0e50\0e51\0e52\0e53\0e54\0e55\0e56\0e57\0e58\0e59'
        '\0ed0\0ed1\0ed2\0ed3\0ed4\0ed5\0ed6\0ed7\0ed8\0ed9\0f20\0f21\0f22\0f23\0f24\0f25\0f26\0f27\0f28\0f29'
        '\1040\1041\1042\1043\1044\1045\1046\1047\1048\1049\1090\1091\1092\1093\1094\1095\1096\1097\1098\1099'
        '\17e0\17e1\17e2\17e3\17e4\17e5\17e6\17e7\17e8\17e9\1810\1811\1812\1813\1814\1815\1816\1817\1818\1819'
        '\1946\1947\1948\1949\194a\194b\194c\194d\194e\194f\19d0\19d1\19d2\19d3\19d4\19d5\19d6\19d7\19d8\19d9'
        '\1a80\1a81\1a82\1a83\1a84\1a85\1a86\1a87\1a88\1a89\1a90\1a91\1a92\1a93\1a94\1a95\1a96\1a97\1a98\1a99'
        '\1b50\1b51\1b52\1b53\1b54\1b55\1b56\1b57\1b58\1b59\1bb0\1bb1\1bb2\1bb3\1bb4\1bb5\1bb6\1bb7\1bb8\1bb9'
        '\1c40\1c41\1c42\1c43\1c44\1c45\1c46\1c47\1c48\1c49\1c50\1c51\1c52\1c53\1c54\1c55\1c56\1c57\1c58\1c59'
        '\a620\a621\a622\a623\a624\a625\a626\a627\a628\a629\a8d0\a8d1\a8d2\a8d3\a8d4\a8d5\a8d6\a8d7\a8d8\a8d9'
        '\a900\a901\a902\a903\a904\a905\a906\a907\a908\a909\a9d0\a9d1\a9d2\a9d3\a9d4\a9d5\a9d6\a9d7\a9d8\a9d9'
        '\a9f0\a9f1\a9f2\a9f3\a9f4\a9f5\a9f6\a9f7\a9f8\a9f9\aa50\aa51\aa52\aa53\aa54\aa55\aa56\aa57\aa58\aa59'
        '\abf0\abf1\abf2\abf3\abf4\abf5\abf6\abf7\abf8\abf9',
        repeat('0123456789', 35));
    end if;
    folded := normalize(folded, NFC);
  end if;
  if folded ~ '^ | $|  |[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]' then
    folded := btrim(regexp_replace(folded,
      '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' ');
  end if;
  return folded;
end
$$;

create or replace function fold(text) returns text
  language sql immutable parallel safe
  return case
    when octet_length($1) = length($1)
      then case when $1 ~ '^[!-~]+( [!-~]+)*$' then lower($1) else fold_other($1) end
    when $1 ~ '^[!-~áéíóúñüÁÉÍÓÚÑÜ]+( [!-~áéíóúñüÁÉÍÓÚÑÜ]+)*$'
      then lower(translate($1, 'áéíóúñüÁÉÍÓÚÑÜ', 'aeiounuaeiounu'))
    else fold_other($1) end;

-- Nearly all numbers are ASCII, of which letters and digits are told apart by three ranges instead of hundreds.
create or replace function plain_identity(text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  plain text := case when octet_length($1) = length($1)
    then upper(regexp_replace($1, '[^0-9A-Za-z]+', '', 'g') collate "C")
    else upper(regexp_replace(public.fold($1),
    '[\u0001-/:-@[-`{-\u007f'
    '\u0080-\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f'
    '\u0589-\u05c6\u05f3-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u06fd\u06fe\u0700-\u070f'
    '\u07f6-\u07f9\u07fe\u07ff\u0830-\u083e\u085e\u0888\u0890\u0891\u08e2\u0964-\u0970\u09f2\u09f3\u09fa'
    '\u09fb\u09fd\u0a76\u0af0\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f'
    '\u0e4f-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5'
    '\u0fc7-\u0fda\u104a-\u104f\u109e\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d\u166e\u169b\u169c'
    '\u16eb-\u16ed\u1735\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u1940-\u1945\u19de-\u19ff\u1a1e'
    '\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e\u1c7f'
    '\u1cc0-\u1cc7\u1cd3\u2016-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea'
    '\u2cf9-\u2cfc\u2cfe\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f'
    '\u30a0\u30fb\u3190\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe\ua4ff\ua60d-\ua60f\ua673'
    '\ua67e\ua6f2-\ua716\ua720\ua721\ua789\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce\ua8cf'
    '\ua8f8-\ua8fa\ua8fc\ua92e\ua92f\ua95f\ua9c1-\ua9cd\ua9de\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade\uaadf'
    '\uaaf0\uaaf1\uab5b\uab6a\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufe46\ufff9-\ufffd\U00010100-\U00010102'
    '\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f'
    '\U00010857\U00010877\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8'
    '\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e\U00010d8f'
    '\U00010ead\U00010ed0-\U00010ed8\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d'
    '\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143\U00011174\U00011175\U000111c5-\U000111c8'
    '\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d8'
    '\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643'
    '\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2'
    '\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1'
    '\U00011c41-\U00011c45\U00011c70\U00011c71\U00011ef7\U00011ef8\U00011f43-\U00011f4f'
    '\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1\U00012ff2\U00013430-\U0001343f\U00016a6e'
    '\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44\U00016b45\U00016d6d-\U00016d6f'
    '\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001cef0\U0001cf50-\U0001d15d'
    '\U0001d16a-\U0001d16c\U0001d183\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245'
    '\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74'
    '\U0001da76-\U0001da83\U0001da85-\U0001da8b\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e\U0001e95f'
    '\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5\U0001f10d-\U0001fbfa\U000f0000-\U0010ffff'
    ']+', '', 'g') collate "C") end;
begin
  if public.is_rut(ltrim(plain, '0')) then return ltrim(plain, '0'); end if;
  return nullif(plain, '');
end
$$;

-- A RUT is one in any spelling: zeros in front, spaces and the script of its digits do not count.
create or replace function is_rut(value text) returns boolean
  language plpgsql immutable strict parallel safe
as $$
declare
  parts text[] := regexp_match(replace(public.fold(value), ' ', ''),
    '^0*([0-9]{1,2}\.?[0-9]{3}\.?[0-9]{3})-?([0-9k])$');
  digits text := reverse(replace(parts[1], '.', ''));
  total int := 0;
begin
  for at in 1 .. coalesce(length(digits), 0) loop
    total := total + substr(digits, at, 1)::int * (2 + (at - 1) % 6);
  end loop;
  return coalesce(digits ~ '[1-9]' and upper(parts[2]) = substr('0K987654321', total % 11 + 1, 1), false);
end
$$;
