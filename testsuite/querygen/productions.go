package querygen

// productions make an expression of a row. parseProductions describes a line.
var productions = parseProductions(`
# any type
T = CASE WHEN {bool} THEN {T} ELSE {T} END
T = CASE WHEN {bool} THEN {T} END
T = CASE {int4} WHEN 1 THEN {T} WHEN 2 THEN {T} ELSE {T} END
T = coalesce({T}, {T})
T = nullif({T}, {T})
T = greatest({T}, {T})
T = least({T}, {T})
T = ({T})::<T>
T = CAST(({T})::text AS <T>)

# conditions
bool = ({bool} AND {bool})
bool = ({bool} OR {bool})
bool = (NOT {bool})
bool = ({bool} AND {bool})
bool = ({bool} OR {bool})
bool = (NOT {bool})
bool = ({bool} IS {TRUE|NOT TRUE|FALSE|NOT FALSE|UNKNOWN|NOT UNKNOWN})
bool = ({T} {=|<>|<|<=|>|>=} {T})
bool = ({T} {=|<>|<|<=|>|>=} {T})
bool = ({T} IS {NULL|NOT NULL})
bool = ({T} IS {DISTINCT|NOT DISTINCT} FROM {T})
bool = ({T} {BETWEEN|NOT BETWEEN|BETWEEN SYMMETRIC} {T} AND {T})
bool = ({T} {IN|NOT IN} ({T}, {T}, {T}))
bool = ({I} {IN|NOT IN} (1, 2, NULL))
bool = ({int2} {=|<|>=} {int8})
bool = ({int4} {=|<|>=} {numeric})
bool = ({int8} {=|<|>=} {float8})
bool = ({numeric} {=|<|>=} {float8})
bool = ({int8} {=|<|>=} {int4})
bool = ({date} {=|<|>=} {timestamp})
bool = ({timestamp} {=|<|>=} {timestamptz})
bool = ({date} {=|<|>=} {timestamptz})
bool = (({int4}, {text}) {=|<>|<|<=|>|>=} ({int4}, {text}))
bool = (({T}, {int4}) {=|<>|<|<=|>|>=} ({T}, {int4}))
bool = (({int4}, {text}) {IN|NOT IN} ((1, 'a'), (2, 'b'), ({int4}, NULL)))
bool = (({text}, {int8}) IS {DISTINCT|NOT DISTINCT} FROM ({text}, {int8}))
bool = (ROW({text}, {int8}) IS {NULL|NOT NULL})
bool = ({text} {LIKE|NOT LIKE|ILIKE|NOT ILIKE} {'a%'|'%b'|'_'|'%'|''|'a\_c'|'%B%'})
bool = ({text} LIKE {text})
bool = ({text} {~|!~|~*|!~*} {'^a'|'b$'|'[a-c]+'|'.'|'^$'|'\d'})
bool = ({text} SIMILAR TO {'a%'|'_+'|'[ab]*'})
bool = starts_with({text}, {text})
bool = ({int4} {=|<>|<|>=} {ANY|ALL} ({int4[]}))
bool = ({text} {=|<>|<|>=} {ANY|ALL} ({text[]}))
bool = ({E} = ANY (ARRAY[{E}, {E}]))
bool = ({A} {@>|<@|&&} {A})
bool = ({jsonb} {@>|<@} {jsonb})
bool = ({jsonb} ? {'a'|'b'})
bool = ({jsonb} ?| ARRAY['a', 'b'])
bool = ({jsonb} ?& ARRAY['a', 'b'])
bool = ({jsonb} ? {text})
bool = ({int4})::bool
bool = (({date}, {date}) OVERLAPS ({date}, {date}))
bool = (({timestamp}, {interval}) OVERLAPS ({timestamp}, {interval}))
bool = isfinite({date})
bool = isfinite({S})
bool = (pg_typeof({T}) IS NOT NULL)

# integers
I = ({I} {+|-|*} {I})
I = ({I} {/|%} {I})
I = (- {I})
I = (+ {I})
I = abs({I})
I = ({I} & {I})
I = ({I} | {I})
I = ({I} # {I})
I = (~ {I})
I = ({I} {<<|>>} {0|1|3})
I = ({int8})::<I>
I = ({numeric})::<I>
I = ({float8})::<I>
I = mod({I}, {I})
int4 = ({int4} + {int2})
int8 = ({int4} {+|-|*|/} {int8})
int4 = gcd({int4}, {int4})
int8 = lcm({int8}, {int8})
int4 = ({bool})::int4
int4 = {length|char_length|octet_length|bit_length|ascii}({text})
int4 = position({text} in {text})
int4 = strpos({text}, {text})
int4 = {length|octet_length|bit_length}({bytea})
int4 = get_byte({bytea}, {0|1})
int4 = cardinality({A})
int4 = {array_length|array_upper|array_lower}({A}, {1|2})
int4 = array_ndims({A})
int4 = array_position({int4[]}, {int4})
int4 = array_position({text[]}, {text})
int4 = ({int4[]})[{1|2|0|-1}]
int4 = ({date} - {date})
int4 = num_nulls({T}, {int4})
int4 = num_nonnulls({T}, {text})
int4 = jsonb_array_length({jsonb})
int4 = ({jsonb} -> 'a')::int4
int4 = width_bucket({numeric}, 0, 10, 5)
int8 = length({text})::int8

# numeric
numeric = ({numeric} {+|-|*} {numeric})
numeric = ({numeric} {/|%} {numeric})
numeric = ({numeric} {+|-|*|/} {int4})
numeric = (- {numeric})
numeric = {round|trunc|ceil|floor|abs|sign|trim_scale}({numeric})
numeric = {round|trunc}({numeric}, {0|1|2|-1})
numeric = div({numeric}, {numeric})
numeric = mod({numeric}, {numeric})
numeric = ({I})::numeric
numeric = (({int4})::text)::numeric
numeric = ({numeric})::numeric(10,{0|1|2})
numeric = extract({year|month|day|hour|minute|second|epoch|dow|doy|week|isoyear|quarter|century|millennium|decade} from {S})
numeric = extract({year|month|day|dow|isodow|julian|epoch} from {date})
numeric = extract({year|month|day|hour|minute|second|epoch} from {interval})
numeric = sqrt(abs({numeric}))
numeric = power({numeric}, {2|3|0})
int4 = scale({numeric})

# float8
float8 = ({float8} {+|-|*|/} {float8})
float8 = ({float8} {+|-|*} {int4})
float8 = (- {float8})
float8 = {round|trunc|ceil|floor|abs|sign}({float8})
float8 = sqrt(abs({float8}))
float8 = ({I})::float8
float8 = ({numeric})::float8
float8 = date_part({'year'|'month'|'day'|'hour'|'second'|'epoch'|'week'}, {S})

# text
text = ({text} || {text})
text = ({text} || {int4})
text = ({int8} || {text})
text = {upper|lower|initcap|reverse|btrim|ltrim|rtrim|quote_literal|quote_ident|md5|quote_nullable}({text})
text = {substr|substring}({text}, {1|2|0|-1})
text = substr({text}, {1|2|0|-1}, {0|1|2})
text = substring({text} from {'a.*'|'[a-c]'|'b(.)'})
text = {left|right}({text}, {1|2|0|-1})
text = {lpad|rpad}({text}, {0|1|3|5}, {text})
text = repeat({text}, {0|1|2|-1})
text = replace({text}, {text}, {text})
text = translate({text}, {'ab'|'a'|'abc'}, {'x'|'xy'|''})
text = split_part({text}, {'b'|'a'|' '|','}, {1|2|-1})
text = overlay({text} placing {text} from {1|2} for {0|1})
text = trim({both|leading|trailing} 'a' from {text})
text = concat({T}, {text})
text = concat_ws({','|'-'|''}, {T}, {text}, {int4})
text = format('%s-%s', {T}, {int4})
text = format('%L %I', {text}, 'a b')
text = ({T})::text
text = to_hex({int4})
text = regexp_replace({text}, {'a'|'[a-b]'|'^.'|'(.)(.)'}, {'x'|'\1'|'\2\1'|''})
text = regexp_replace({text}, {'a'|'[a-b]'}, {'x'|''}, 'gi')
text = encode({bytea}, {'hex'|'base64'|'escape'})
text = array_to_string({A}, {','|''})
text = array_to_string({A}, ',', '*')
text = ({text[]})[{1|2|0}]
text = ({jsonb} ->> {'a'|'b'})
text = ({jsonb} ->> {0|1|-1})
text = ({jsonb} #>> {ARRAY['a']|ARRAY['a','b']|ARRAY['1']})
text = jsonb_typeof({jsonb})
text = to_char({S}, {'YYYY-MM-DD HH24:MI:SS'|'Day DD Mon YYYY'|'IYYY-IW-ID'|'Q CC J HH12 am'})
text = to_char({int4}, {'999'|'0999'|'S99'|'FM999'|'9,999'|'RN'})
text = to_char({numeric}, {'999.99'|'FM990.00'|'999D9'|'FM9,990.0'})
text = chr({65|97|228})
text = array_dims({A})
text = pg_typeof({T})::text

# dates and times
date = ({date} {+|-} {0|1|30|-365})
date = ({timestamp})::date
date = ({timestamptz})::date
date = make_date({2020|2021}, {1|2|12}, {1|28|29})
timestamp = ({date})::timestamp
timestamp = ({timestamptz})::timestamp
timestamp = ({timestamp} {+|-} {interval})
timestamp = ({date} {+|-} {interval})
timestamp = date_trunc({'year'|'month'|'week'|'day'|'hour'|'quarter'|'decade'}, {timestamp})
timestamp = date_bin('15 minutes', {timestamp}, timestamp '2001-01-01')
timestamp = ({timestamptz} AT TIME ZONE {'UTC'|'Europe/Berlin'|'America/New_York'|'+03'})
timestamptz = ({timestamp} AT TIME ZONE {'UTC'|'Europe/Berlin'|'America/New_York'|'-03:30'})
timestamptz = ({timestamp})::timestamptz
timestamptz = ({timestamptz} {+|-} {interval})
timestamptz = date_trunc({'year'|'month'|'day'|'hour'}, {timestamptz})
timestamptz = date_trunc({'month'|'day'}, {timestamptz}, 'Asia/Tokyo')
interval = ({S} - {S})
interval = ({interval} {+|-} {interval})
interval = ({interval} {*|/} {2|0.5|-1})
interval = (- {interval})
interval = {justify_days|justify_hours|justify_interval}({interval})
interval = CASE WHEN isfinite({timestamp}) THEN age({=1}, timestamp '2001-03-31 10:00') END
interval = date_trunc({'year'|'month'|'day'|'hour'}, {interval})
interval = make_interval(days => {int4})

# bytea, uuid
bytea = ({bytea} || {bytea})
bytea = substr({bytea}, {1|2|0}, {1|2})
bytea = convert_to({text}, 'UTF8')
bytea = decode(encode({bytea}, 'hex'), 'hex')
bytea = decode(encode({bytea}, 'escape'), 'escape')
bytea = sha256({bytea})
uuid = ({uuid})::text::uuid

# network addresses, ranges, bits, times with zones, varchar
bool = ({inet} {<<|<<=|>>|>>=|&&} {inet})
inet = ({inet} {+|-} {1|256})
inet = {broadcast|network}({inet})::inet
int4 = {masklen|family}({inet})
text = {host|abbrev}({inet})
bool = ({int4range} {@>|<@|&&|<<|>>|&<|&>} {int4range})
bool = ({int4range} @> {int4})
bool = {isempty|lower_inc|upper_inf}({int4range})
int4 = {lower|upper}({int4range})
int4range = int4range(least({int4}, 5), 5, {'[]'|'[)'|'()'})
int4range = ({int4range} * {int4range})
varbit = ({varbit} || {varbit})
varbit = (~ {varbit})
varbit = ({varbit} {<<|>>} {0|1})
int4 = {length|bit_length}({varbit})
timetz = ({timetz} {+|-} {interval})
timetz = ({timestamptz})::timetz
timetz = ({timetz} AT TIME ZONE {'UTC'|'+03'})
varchar(5) = ({text})::varchar(5)
text = ({varchar(5)} || {text})
text = ({varchar(5)})::text

# arrays
A = ({A} || {A})
A = ({A})[{1|2|0}:{1|2|3}]
A = array_cat({A}, {A})
int4[] = ({int4[]} || {int4})
int4[] = ({int4} || {int4[]})
int4[] = ARRAY[{int4}, {int4}]
int4[] = array_append({int4[]}, {int4})
int4[] = array_remove({int4[]}, {int4})
int4[] = array_replace({int4[]}, {int4}, {int4})
int4[] = array_positions({text[]}, {text})
int4[] = trim_array({int4[]}, 0)
text[] = ARRAY[{text}, {text}]
text[] = array_prepend({text}, {text[]})
text[] = array_remove({text[]}, {text})
text[] = string_to_array({text}, {','|'b'|''|NULL})
text[] = regexp_match({text}, {'a(.)'|'[ab]+'|'x'})
text[] = ({int4[]})::text[]
text[] = regexp_split_to_array({text}, {'b'|'[ab]'})

# jsonb
jsonb = to_jsonb({T})
jsonb = jsonb_build_object('a', {T}, 'b', {int4})
jsonb = jsonb_build_array({T}, {text})
jsonb = ({jsonb} || {jsonb})
jsonb = ({jsonb} {->|-} {'a'|'b'})
jsonb = ({jsonb} {->|-} {0|1|-1})
jsonb = ({jsonb} {#>|#-} {ARRAY['a']|ARRAY['a','b']|ARRAY['1']})
jsonb = ({jsonb})['a']
jsonb = jsonb_strip_nulls({jsonb})
jsonb = jsonb_set({jsonb}, {ARRAY['a']|ARRAY['0']|ARRAY['a','b']}, {jsonb})
jsonb = jsonb_insert({jsonb}, {ARRAY['0']|ARRAY['c']}, {jsonb})
`)

// aggregates make an expression of a group of rows. What depends on the order of
// rows sorts them by what it gathers.
var aggregates = parseProductions(`
int8 = count(*)
int8 = count({T})
int8 = count(DISTINCT {T})
int8 = sum({int2})
int8 = sum({int4})
int8 = sum(DISTINCT {int4})
numeric = sum({int8})
numeric = sum({numeric})
numeric = avg({int4})
numeric = avg({int8})
numeric = avg({numeric})
numeric = avg(DISTINCT {int4})
interval = sum({interval})
O = min({O})
O = max({O})
O = max({O})
bool = {bool_and|bool_or|every}({bool})
int4 = {bit_and|bit_or|bit_xor}({int4})
text = string_agg({text}, ',' ORDER BY {=1})
text = string_agg({text}, ',' ORDER BY {=1} DESC NULLS LAST)
text = string_agg(DISTINCT {text}, ',' ORDER BY {=1})
int4[] = array_agg({int4} ORDER BY {=1})
int4[] = array_agg(DISTINCT {int4} ORDER BY {=1} DESC)
text[] = array_agg({text} ORDER BY {=1} NULLS FIRST)
jsonb = jsonb_agg({T} ORDER BY {=1})
jsonb = jsonb_object_agg({text}, 1)
numeric = {var_pop|var_samp|stddev_pop|stddev_samp|variance|stddev}({int4})
float8 = regr_count({float8}, {float8})::float8
T = (array_agg({T} ORDER BY {=1}))[1]
O = percentile_disc({0.5|0|1|0.3}) WITHIN GROUP (ORDER BY {O})
float8 = percentile_cont({0.5|0|1|0.25}) WITHIN GROUP (ORDER BY {int4})
interval = percentile_cont(0.5) WITHIN GROUP (ORDER BY {interval})
int8 = {rank|dense_rank}({0|1|5}) WITHIN GROUP (ORDER BY {int4})
float8 = {percent_rank|cume_dist}({'a'|'b'|''}) WITHIN GROUP (ORDER BY {text})
`)

// windowFunctions make an expression of a row's window, to which OVER belongs.
var windowFunctions = parseProductions(`
int8 = row_number()
int8 = rank()
int8 = dense_rank()
float8 = percent_rank()
float8 = cume_dist()
int4 = ntile({1|2|3|4})
T = lag({T})
T = lag({T}, {0|1|2}, {T})
T = lead({T}, {0|1|2})
T = lead({T}, 1, {T})
T = first_value({T})
T = last_value({T})
T = nth_value({T}, {1|2|3})
int8 = count(*)
int8 = count({T})
int8 = sum({int4})
numeric = sum({int8})
numeric = sum({numeric})
numeric = avg({int4})
O = min({O})
O = max({O})
bool = bool_or({bool})
text = string_agg({text}, ',')
int4[] = array_agg({int4})
`)
